import { describe } from 'vitest';
import { importBoundaries } from './import-boundaries.ts';
import { testRule } from './rule-tester.ts';

describe('tools/oxlint-plugin/import-boundaries', () => {
  testRule('import-boundaries', importBoundaries, {
    accepts: [
      ['core/config.ts', "import { z } from 'zod';"],
      ['core/config.ts', "import './pure/counters.ts';"],
      ['transforms/a.ts', "import type { Json } from '#core/json';"],
      ['connectors/okta/index.ts', "import { x } from '../kit/define.ts'; import './users.ts';"],
      ['connectors/registry.ts', "const load = () => import('./okta/index.ts');"],
      ['engine/a.ts', "export { x } from '../transforms/index.ts'; import 'node:crypto';"],
      ['workflows/run.ts', "import type { Activities } from '../activities/types.ts'; import '@temporalio/workflow';"],
      ['workflows/run.ts', "import { type Activities } from '#core/pure/run-messages';"],
      ['workflows/run.ts', "import { x } from '../core/pure/counters.ts';"],
      ['activities/a.ts', "import { x } from '#services/runs/get-run'; import pino from 'pino';"],
      ['api/app.ts', "import { Hono } from 'hono'; import { x } from '../services/index.ts';"],
      ['api/main.ts', "import { x } from '../drizzle/index.ts'; import './app.ts';"],
      ['start/main.ts', "import { migrate } from '../drizzle/migrate.ts';"],
      ['engine/a.test.ts', "import fc from 'fast-check'; import { x } from '../test/harness/http.ts';"],
      ['test/e2e/a.test.ts', "import '../../api/app.ts';"],
      ['vitest.config.ts', "import './test/setup.ts';"],
    ],
    refuses: [
      ['core/ids.ts', "import '../transforms/index.ts';"],
      ['core/ids.ts', "import { readFile } from 'node:fs/promises';"],
      ['core/pure/counters.ts', "import { x } from '../ids.ts';"],
      ['core/pure/counters.ts', "import { z } from 'zod';"],
      ['transforms/a.ts', "import { x } from '#engine/plan';"],
      ['transforms/a.ts', "import type { Plan } from '../engine/plan.ts';"],
      ['connectors/okta/index.ts', "import { x } from '../slack/index.ts';"],
      ['connectors/okta/index.ts', "import { x } from '../registry.ts';"],
      ['connectors/okta/index.ts', "import { sql } from 'drizzle-orm';"],
      ['connectors/drivers/http/send.ts', "export * from '../../okta/index.ts';"],
      ['engine/a.ts', "const x = await import('../drizzle/index.ts');"],
      ['engine/a.ts', 'const x = await import(name);'],
      ['engine/a.ts', "let x: import('../services/index.ts').X;"],
      ['services/a.ts', "import { Hono } from 'hono';"],
      ['services/a.ts', "import { x } from '../connectors/okta/index.ts';"],
      ['workflows/run.ts', "import { x } from '../activities/index.ts';"],
      ['workflows/run.ts', "import { newId } from '../core/ids.ts';"],
      ['workflows/run.ts', "import { createHash } from 'node:crypto';"],
      ['activities/a.ts', "import { x } from '../api/app.ts';"],
      ['activities/a.ts', "import { x } from '#worker/relay';"],
      ['worker/relay.ts', "import { x } from '../workflows/index.ts';"],
      ['api/app.ts', "import { x } from '../drizzle/index.ts';"],
      ['api/routes/runs.ts', "export { x } from '#engine/definition';"],
      ['start/main.ts', "import { x } from '../services/runs/get-run.ts';"],
      ['engine/a.test.ts', "import { x } from '../services/index.ts';"],
      ['newroom/a.ts', "import { x } from '../core/ids.ts';"],
    ],
  });
});
