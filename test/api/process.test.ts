import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureKeyFiles } from '../../vault/key-files.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
let directory: string;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'hub-api-'));
  const files = { keyFile: join(directory, 'keys.json'), publicKeyFile: join(directory, 'keys.pub.json') };
  await ensureKeyFiles(files);
  env = {
    DATABASE_URL: database.appUrl,
    HUB_PEPPER: 'a pepper of thirty-two characters or more',
    HUB_PUBLIC_KEY_FILE: files.publicKeyFile,
    PORT: '0',
  };
});

afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

interface Running {
  child: ChildProcess;
  output(): string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

function start(changes: Record<string, string>): Running {
  const child = spawn(process.execPath, ['api/main.ts'], {
    env: { ...env, ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, ended: once(child, 'exit').then(([code]: (number | null)[]) => code ?? null) };
}

async function findPort({ child, output }: Running): Promise<number> {
  for (;;) {
    const port = /"port":(\d+)/.exec(output())?.[1];
    if (port !== undefined) return Number(port);
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(output());
  }
}

describe('test/api/process', () => {
  it('listens, answers, and ends in order when it is told to', async () => {
    const running = start({});
    const port = await findPort(running);

    const response = await fetch(`http://127.0.0.1:${port}/health/live`);
    running.child.kill('SIGTERM');

    expect(response.status).toBe(200);
    expect(await running.ended).toBe(0);
    expect(running.output()).toContain('The API is stopping.');
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

  it('starts while the database is down', async () => {
    const running = start({ DATABASE_URL: 'postgres://hub_app:x@127.0.0.1:1/hub' });
    const port = await findPort(running);

    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
    running.child.kill('SIGTERM');

    expect(ready.status).toBe(503);
    expect(await running.ended).toBe(0);
  });
});
