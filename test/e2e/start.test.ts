import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findBundles } from '../../start/bundles/find-bundles.ts';
import { findPort } from '../../start/servers/ports.ts';
import { identifyProcess } from '../../start/processes/processes.ts';
import { projectRoot } from '../../start/state/settings.ts';
import {
  answersRequests,
  readHubFacts,
  startHub,
  waitForFacts,
  type HubFacts,
  type RunningHub,
} from '../harness/processes/running-hub.ts';

/** Several starts each take seconds; on a machine that is busy otherwise, many. */
const timeoutMs = 120_000;

const ports = z.object({ postgres: z.number(), feed: z.number() });
const report = z.object({ status: z.string(), read: z.number(), written: z.number(), failed: z.number() });

let folder = '';
let dataDir = '';
const started: RunningHub[] = [];

function start(args: string[] = [], env: Record<string, string> = {}): RunningHub {
  const hub = startHub(dataDir, args, env);
  started.push(hub);
  return hub;
}

const whenUp = (hub: RunningHub) => waitForFacts(hub, dataDir, (facts) => facts.main_job !== undefined);

async function expectAllEnded(facts: HubFacts): Promise<void> {
  for (const pid of Object.values(facts.pids)) {
    await expect.poll(() => identifyProcess(pid)).toBeUndefined();
  }
}

/** Occupies a port. Where another program has it, that serves as well: until it ends, when the port is taken over. */
function occupyPort(port: number): () => void {
  let isWanted = true;
  const server = createServer();
  const listen = () => server.listen(port, '127.0.0.1');
  server.on('error', () => setTimeout(() => isWanted && listen(), 5).unref());
  listen();
  return () => {
    isWanted = false;
    server.close();
  };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-e2e-'));
  // Every character of it means something in an address, a list or a shell.
  dataDir = join(folder, `it's, "a" ?b #c %20d $e \\f`);
});
afterAll(async () => {
  for (const hub of started) hub.process.kill('SIGTERM');
  await Promise.all(started.map((hub) => hub.ended));
  rmSync(folder, { recursive: true, force: true });
});

/** The tests build on one another: each finds the state that the one before has left, as a person's starts do. */
describe('test/e2e/start', { timeout: timeoutMs }, () => {
  it('does the main job once, and tells scripts in the last line', async () => {
    const hub = start(['--once']);

    expect(await hub.ended, hub.output()).toBe(0);
    const last = report.parse(JSON.parse(hub.output().trimEnd().split('\n').at(-1) ?? ''));
    expect(last).toMatchObject({ status: 'succeeded', written: last.read, failed: 0 });
    expect(last.read).toBeGreaterThanOrEqual(1404);
    expect(readdirSync(folder)).toEqual([basename(dataDir)]);
  });

  it('writes nothing the second time', async () => {
    const hub = start(['--once']);

    expect(await hub.ended, hub.output()).toBe(0);
    const last = report.parse(JSON.parse(hub.output().trimEnd().split('\n').at(-1) ?? ''));
    expect(last).toMatchObject({ status: 'succeeded', written: 0 });
  });

  describe('while it runs', () => {
    let hub: RunningHub;
    let facts: HubFacts;
    let wantedPort = 0;
    let refused: RunningHub;

    beforeAll(async () => {
      wantedPort = await findPort(18_080);
      const remembered = ports.parse(JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')));
      const others = [wantedPort, ...Object.values(remembered)].map(occupyPort);
      refused = start([], { PORT: String(wantedPort) });
      await refused.ended;
      hub = start();
      facts = await whenUp(hub);
      for (const free of others) free();
    }, timeoutMs);

    it.runIf(process.platform === 'linux').each(['api', 'worker'])('runs the bundle of %s', (name) => {
      const command = readFileSync(`/proc/${facts.pids[name] ?? 0}/cmdline`, 'utf8').split('\0');

      expect(command).toContain(join(findBundles(projectRoot) ?? '', name, 'main.js'));
    });

    it('goes on with the connections that it has where their ports are in use', async () => {
      const response = await fetch(`${facts.api_url}/v1/connections`, {
        headers: { authorization: `Bearer ${facts.api_key}`, 'content-type': 'application/json' },
      });

      expect(await response.json()).toMatchObject({ meta: { total: 2 } });
      expect(facts.main_job?.status).toBe('succeeded');
    });

    it('does not start on another port than the one that was chosen', async () => {
      expect(await refused.ended).toBe(1);
      expect(refused.output()).toContain(`Port ${wantedPort}, which PORT selects, is in use.`);
      expect(refused.output()).toMatch(/What to do: .*PORT=\d+/);
    });

    it('says in few short lines where everything is and what comes next', async () => {
      await expect.poll(hub.output).toContain('\nnext: ');
      const [, summary = ''] = hub.output().split('\n\n', 2);
      const lines = hub.output().split('\n');

      expect(summary.split('\n').map((line) => line.trim().split(/ {2,}/)[0])).toEqual([
        'API',
        'API key',
        'owner link',
        'Temporal UI',
        'rows',
        'for scripts',
        'logs',
      ]);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(300);
      expect(hub.output()).not.toContain('hub()');
    });

    it('says where its database is when that is on another port', () => {
      expect(hub.output()).toMatch(
        /Port \d+ is in use by another program: the embedded PostgreSQL listens on \d+ this time\./,
      );
    });

    it('lets no second start onto its data', async () => {
      const second = start();

      expect(await second.ended).toBe(1);
      expect(second.output()).toContain('already running');
    });

    it('starts each child again that is killed, and works on', async () => {
      for (const name of ['postgres', 'temporal', 'worker', 'api']) {
        const pid = facts.pids[name] ?? 0;
        process.kill(pid, 'SIGKILL');
        await waitForFacts(hub, dataDir, ({ pids }) => pids[name] !== undefined && pids[name] !== pid);
      }

      await expect.poll(() => answersRequests(facts), { timeout: 30_000 }).toBe(true);
    });

    it('stops everything that it started when it is told to', async () => {
      const { pids } = readHubFacts(dataDir) ?? facts;

      hub.process.kill('SIGINT');

      expect(await hub.ended, hub.output()).toBe(0);
      await expectAllEnded({ ...facts, pids });
      expect(existsSync(join(dataDir, 'hub.json'))).toBe(false);
    });
  });

  it('leaves nothing running when it is killed itself, and starts again on what it left', async () => {
    const killed = start();
    const before = await whenUp(killed);
    killed.process.kill('SIGKILL');
    await expectAllEnded(before);

    const hub = start();
    const isNew = ({ main_job, pids }: HubFacts) => main_job !== undefined && pids['api'] !== before.pids['api'];
    const facts = await waitForFacts(hub, dataDir, isNew);

    expect(facts.api_key).toBe(before.api_key);
    const sql = postgres(facts.demo_database_url, { max: 1 });
    expect(await sql`select count(*)::int >= 1404 as all from kev`).toEqual([{ all: true }]);
    await sql.end();
    hub.process.kill('SIGTERM');
    await hub.ended;
  });

  it('stops when the npm that runs it is killed', async () => {
    const node = `exec "${process.execPath}" start/main.ts & wait`;
    const npm = spawn('sh', ['-c', node], {
      cwd: projectRoot,
      env: { ...process.env, HUB_DATA_DIR: dataDir, PORT: '0', npm_lifecycle_event: 'start' },
      stdio: 'ignore',
    });
    const asked: RunningHub = { process: npm, output: () => '', ended: Promise.resolve(null) };
    const facts = await whenUp(asked);

    npm.kill('SIGKILL');

    await expectAllEnded(facts);
    await expect.poll(() => existsSync(join(dataDir, 'hub.json'))).toBe(false);
  });
});
