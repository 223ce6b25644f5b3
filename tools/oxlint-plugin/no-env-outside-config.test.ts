import { describe } from 'vitest';
import { noEnvOutsideConfig } from './no-env-outside-config.ts';
import { testRule } from './rule-tester.ts';

describe('tools/oxlint-plugin/no-env-outside-config', () => {
  testRule('no-env-outside-config', noEnvOutsideConfig, {
    accepts: [
      ['api/main.ts', 'readConfig(process.env);'],
      ['start/servers/ports.ts', 'const path = process.env.PATH;'],
      ['test/harness/env.ts', 'process.env.TZ = "UTC";'],
      ['vitest.config.ts', 'const ci = process.env.CI;'],
      ['vault/seal.test.ts', 'process.env.X;'],
      ['drizzle/migrate.ts', 'if (import.meta.main) { migrate(readConfig(process.env)); }'],
      ['services/a.ts', 'const env = config.env; process.exit(1);'],
    ],
    refuses: [
      ['services/a.ts', 'const url = process.env.DATABASE_URL;'],
      ['services/a.ts', "const url = process['env'].DATABASE_URL;"],
      ['core/config.ts', 'const { env } = process;'],
      ['worker/a.ts', "import { env } from 'node:process';"],
      ['drizzle/migrate.ts', 'if (process.env.X) { migrate(); }'],
    ],
  });
});
