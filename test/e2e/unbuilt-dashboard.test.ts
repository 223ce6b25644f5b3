import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../start/state/settings.ts';
import {
  answersRequests,
  startHub,
  waitForFacts,
  type HubFacts,
  type RunningHub,
} from '../harness/processes/running-hub.ts';

/** A first start bundles the workflows, the API and the worker. */
const timeoutMs = 240_000;

/** What a checkout has of its own, and what is too large to copy. */
const left = new Set(['.git', '.hub', '.cache', 'node_modules']);

let root: string;
let dataDir: string;
let hub: RunningHub;
let facts: HubFacts;

/** A fresh clone whose dashboard cannot be built. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'hub-unbuilt-'));
  for (const entry of readdirSync(projectRoot).filter((name) => !left.has(name))) {
    cpSync(join(projectRoot, entry), join(root, entry), { recursive: true });
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'web/build/main.ts'), "process.stderr.write('no space left'); process.exitCode = 1;");
  dataDir = join(root, '.hub');
  mkdirSync(dataDir);
  hub = startHub(dataDir, [], {}, root);
  facts = await waitForFacts(hub, dataDir, ({ main_job: job }) => job !== undefined, timeoutMs);
}, timeoutMs);

afterAll(async () => {
  hub.process.kill('SIGTERM');
  await hub.ended;
  rmSync(root, { recursive: true, force: true });
}, timeoutMs);

describe('test/e2e/unbuilt-dashboard', () => {
  it('does its work, and says once why there is no dashboard', async () => {
    expect(facts.main_job?.status).toBe('succeeded');
    expect(await answersRequests(facts)).toBe(true);
    expect(hub.output().split('The dashboard could not be built')).toHaveLength(2);
    expect(hub.output()).toContain('no space left');
  });

  it('shows a page in its place, which says where to look', async () => {
    const response = await fetch(new URL('/app/', facts.api_url));

    expect(response.status).toBe(503);
    expect(await response.text()).toContain('the log of the start says why the build failed');
  });
});
