import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Launch, planLaunch } from './launch.ts';
import { createScriptRunner, type ScriptRunner } from './script-runner.ts';

const never = new AbortController().signal;
const identity = { language: 'javascript', source: 'export default (record) => record' } as const;
const entries = [{ key: 'a', record: { n: 1 } }];
const unchanged = { ok: true, outcomes: [{ outcome: 'record', record: { n: 1 } }] };
/** Over many entries, it takes about a second of CPU time. */
const slow = {
  language: 'javascript',
  source: 'export default (record) => { for (let i = 0; i < 20_000; i += 1); return record; }',
  timeout_ms: 10_000,
} as const;
const many = Array.from({ length: 1000 }, (_, n) => ({ key: String(n), record: { n } }));
const manyUnchanged = { ok: true, outcomes: many.map(({ record }) => ({ outcome: 'record', record })) };

function open(runner: ScriptRunner, orgId = 'org') {
  return runner.open({ orgId, nowMs: 0, seed: '' });
}

async function withRunner(
  work: (runner: ScriptRunner, losses: string[]) => Promise<void>,
  options: { idleMs?: number; threads?: number } = {},
): Promise<void> {
  const losses: string[] = [];
  const runner = createScriptRunner({ threads: 1, onLost: (how) => losses.push(how), ...options });
  try {
    await work(runner, losses);
  } finally {
    await runner.close();
  }
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

describe('script-runner/sandbox-process', () => {
  it('is started with the first script', () =>
    withRunner(async (runner) => {
      expect(runner.pid()).toBeUndefined();

      expect(await open(runner).run(identity, entries, never)).toEqual(unchanged);

      expect(runner.pid()).toBeGreaterThan(0);
    }));

  it('ends when nobody has needed it for a while, and is back when somebody does', () =>
    withRunner(
      async (runner) => {
        await open(runner).run(identity, entries, never);
        const first = runner.pid() ?? 0;

        await expect.poll(() => isAlive(first), { timeout: 20_000 }).toBe(false);

        expect(await open(runner).run(identity, entries, never)).toEqual(unchanged);
      },
      { idleMs: 50 },
    ));

  it('may be killed in the middle of a batch: the batch is done by the next one', () =>
    withRunner(async (runner, losses) => {
      await open(runner).run(identity, entries, never);
      const first = runner.pid() ?? 0;
      const running = open(runner).run(slow, many, never);
      await new Promise((resolve) => setImmediate(resolve));
      process.kill(first, 'SIGKILL');

      expect(await running).toEqual(manyUnchanged);
      expect(runner.pid()).not.toBe(first);
      expect(losses).toEqual(['signal SIGKILL']);
    }));

  it('leaves signals to the process that owns it', () =>
    withRunner(async (runner, losses) => {
      await open(runner).run(identity, entries, never);
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(runner.pid() ?? 0, signal);

      expect(await open(runner).run(identity, entries, never)).toEqual(unchanged);
      expect(losses).toEqual([]);
    }));

  it('ends with the process that owns it, however that ends', async () => {
    const program = `
      import { createScriptRunner } from ${JSON.stringify(new URL('./script-runner.ts', import.meta.url).href)};
      const runner = createScriptRunner({ threads: 1 });
      await runner.check('org', { language: 'javascript', source: 'export default (r) => r' });
      process.stdout.write(String(runner.pid()));
      process.kill(process.pid, 'SIGKILL');`;
    let pid = 0;
    try {
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    } catch (error) {
      pid = Number((error as { stdout: string }).stdout);
    }

    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  });

  it('lets go at once of who gives up', () =>
    withRunner(async (runner) => {
      await open(runner).run(identity, entries, never);
      const giveUp = new AbortController();
      const running = open(runner).run(slow, many, giveUp.signal);
      giveUp.abort(new Error('Canceled.'));

      await expect(running).rejects.toThrow('Canceled.');
      expect(await open(runner).run(identity, entries, never)).toEqual(unchanged);
    }));

  it('serves another organization between the batches of one that has many', () =>
    withRunner(async (runner) => {
      const served: string[] = [];
      const ask = (orgId: string) =>
        open(runner, orgId)
          .run(identity, entries, never)
          .then(() => served.push(orgId));

      await Promise.all([...Array.from({ length: 6 }, () => ask('greedy')), ask('modest')]);

      expect(served.indexOf('modest')).toBe(2);
    }));

  describe('from inside', () => {
    let launch: Launch;
    let server: Server;

    beforeAll(async () => {
      launch = await planLaunch(1);
      server = createServer((_request, response) => response.end('reached'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => server.close());

    /** What an expression of Node gives in a process that is started as the sandbox is. */
    function evaluate(expression: string): string {
      const program = `Promise.resolve().then(() => ${expression}).then((v) => console.log(String(v)), (e) => console.log(e.code ?? e.name));`;
      return execFileSync(launch.file, [...launch.args.slice(0, -2), '-e', program], {
        env: launch.env,
        cwd: '/',
        encoding: 'utf8',
      }).trim();
    }

    it('has no environment but its time zone', () =>
      withRunner(async (runner) => {
        vi.stubEnv('HUB_CANARY', 'secret');
        onTestFinished(() => void vi.unstubAllEnvs());
        await open(runner).run(identity, entries, never);

        expect(readFileSync(`/proc/${runner.pid()}/environ`, 'utf8')).toBe('TZ=UTC\0');
      }));

    it.each([
      ['files', 'require("node:fs").readFileSync("/etc/passwd", "utf8")', 'ERR_ACCESS_DENIED'],
      [
        'the project’s own files',
        `require("node:fs").readFileSync(${JSON.stringify(`${import.meta.dirname}/../docker-compose.yml`)})`,
        'ERR_ACCESS_DENIED',
      ],
      ['what it could change', 'require("node:fs").writeFileSync("/tmp/planted", "x")', 'ERR_ACCESS_DENIED'],
      ['programs', 'require("node:child_process").execFileSync("/bin/true")', 'ERR_ACCESS_DENIED'],
      ['add-ons', 'process.dlopen({ exports: {} }, "/lib/x.node")', 'ERR_DLOPEN_DISABLED'],
      ['code made of text', 'Function("return 1")()', 'EvalError'],
    ])('does not reach %s', (_, expression, refusal) => {
      expect(evaluate(expression)).toBe(refusal);
    });

    it('reaches no socket where the machine gives it a network of its own', () => {
      const { port } = server.address() as AddressInfo;
      const connect = `new Promise((resolve) => require("node:net").connect(${port}, "127.0.0.1").on("connect", () => resolve("reached")).on("error", (e) => resolve(e.code)))`;

      expect(evaluate(connect)).toBe(launch.file.endsWith('unshare') ? 'ENETUNREACH' : 'reached');
    });
  });
});
