import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPort } from '../../start/servers/ports.ts';
import { projectRoot } from '../../start/state/settings.ts';
import {
  type ApiProcess,
  type ApiSettings,
  makeApiSettings,
  startApiProcess,
} from '../harness/processes/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
let settings: ApiSettings;

beforeAll(async () => {
  database = await createTestDatabase();
  settings = await makeApiSettings(database.appUrl);
});

afterAll(async () => {
  await database.drop();
  await settings.remove();
});

function start(changes: Record<string, string>): ApiProcess {
  return startApiProcess({ ...settings.env, ...changes });
}

describe('test/api/process', () => {
  it('listens, answers, and ends in order when it is told to', async () => {
    const running = start({});
    const port = await running.findPort();

    const response = await fetch(`http://127.0.0.1:${port}/health/live`);
    running.child.kill('SIGTERM');

    expect(response.status).toBe(200);
    expect(await running.ended).toBe(0);
    expect(running.output()).toContain('API is stopping');
  });

  it('says in one line that its port is in use, and exits with 98', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;

    const running = start({ PORT: String(port) });

    expect(await running.ended).toBe(98);
    expect(running.output().trim().split('\n')).toEqual([
      `The API cannot listen on 127.0.0.1:${port}: the port is in use. Set PORT to another one.`,
    ]);
    server.close();
  });

  it.each([
    ['HUB_PEPPER', 'HUB_PEPPER'],
    ['HUB_PUBLIC_KEY_FILE', 'HUB_PUBLIC_KEY_FILE'],
    ['DATABASE_URL', 'DATABASE_URL'],
  ])('names %s when it is missing', async (name, named) => {
    const running = start({ [name]: '' });

    expect(await running.ended).toBe(1);
    expect(running.output().trim().split('\n')).toHaveLength(1);
    expect(running.output()).toContain(named);
  });

  it('names a network of HUB_TRUSTED_PROXIES that is none by its place', async () => {
    const running = start({ HUB_TRUSTED_PROXIES: '10.0.0.0/8,10.0.0.0/40' });

    expect(await running.ended).toBe(1);
    expect(running.output().trim().split('\n')).toEqual([
      'The API cannot start. HUB_TRUSTED_PROXIES: Entry 2 is no network such as 10.0.0.0/8.',
    ]);
  });

  it.runIf(existsSync('/dev/full'))('goes on where its log cannot be written', async () => {
    const port = await findPort(0);
    const child = spawn('sh', ['-c', `exec "${process.execPath}" api/main.ts >/dev/full`], {
      cwd: projectRoot,
      env: { ...process.env, ...settings.env, PORT: String(port) },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const isLive = () => fetch(`http://127.0.0.1:${port}/health/live`).then(({ ok }) => ok);

    await expect.poll(() => isLive().catch(() => false), { timeout: 60_000 }).toBe(true);
    // Each is a line of the log, and the next one comes after it was to be written.
    for (let asked = 0; asked < 5; asked += 1) {
      await sleep(200);
      expect(await isLive()).toBe(true);
    }
    child.kill('SIGTERM');

    expect(await ended).toEqual([0, null]);
  });

  it('warns of scripts that share its network where the machine lets them have none of their own', async () => {
    const refuse = `
      import { syncBuiltinESMExports } from 'node:module';
      import childProcess from 'node:child_process';
      childProcess.execFile = (file, args, options, done) => done(new Error('EPERM'));
      syncBuiltinESMExports();`;
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(refuse)}`];
    const running = startApiProcess(settings.env, flags);
    await running.findPort();
    await running.stop();

    expect(running.output()).toContain('script runner shares the network of this process');
  });

  it('starts while the database is down', async () => {
    const running = start({ DATABASE_URL: 'postgres://hub_app:x@127.0.0.1:1/hub' });
    const port = await running.findPort();

    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
    running.child.kill('SIGTERM');

    expect(ready.status).toBe(503);
    expect(await running.ended).toBe(0);
  });
});
