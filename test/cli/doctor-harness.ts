import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { ensureKeyFiles } from '../../vault/key-files.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type CliFolder, makeCliFolder } from './harness.ts';

/** What `hub doctor` says of one thing. */
export interface Finding {
  check: string;
  status: string;
  message: string;
  remedy?: string;
}

/** Every service as it should be, and a doctor who looks at them. */
export interface DoctorUnderTest {
  folder: CliFolder;
  database: TestDatabase;
  /** Answers with the right time, as an API that is ready, and below `/metrics` with some of a hub's metrics. */
  outsideUrl: string;
  /** A server whose clock is ten minutes behind. */
  slowUrl: string;
  env: Record<string, string>;
  /** @param changed What is otherwise than in `env`. */
  diagnose(
    changed?: Record<string, string>,
    args?: string[],
  ): Promise<{ code: number; findings: Finding[]; problems: Finding[] }>;
  makeKeys(name: string): Promise<{ keyFile: string; publicKeyFile: string }>;
  close(): Promise<void>;
}

export async function startDoctorUnderTest(): Promise<DoctorUnderTest> {
  const folder = await makeCliFolder();
  const database = await createTestDatabase();
  const outside = createServer(({ url }, response) =>
    response.end(url === '/metrics' ? '# TYPE hub_runs gauge\n' : undefined),
  );
  const slow = createServer((_, response) => {
    response.sendDate = false;
    response.setHeader('date', new Date(Date.now() - 600_000).toUTCString());
    response.end();
  });
  const [outsideUrl, slowUrl] = await Promise.all([listen(outside), listen(slow)]);
  const makeKeys: DoctorUnderTest['makeKeys'] = async (name) => {
    await mkdir(join(folder.path, name), { recursive: true });
    const files = {
      keyFile: join(folder.path, name, 'private.json'),
      publicKeyFile: join(folder.path, name, 'public.json'),
    };
    await ensureKeyFiles(files);
    return files;
  };
  const keys = await makeKeys('keys');
  const env = {
    DATABASE_URL: database.adminUrl,
    TEMPORAL_ADDRESS: inject('temporal').address,
    HUB_KEY_FILE: keys.keyFile,
    HUB_PUBLIC_KEY_FILE: keys.publicKeyFile,
    PUBLIC_URL: outsideUrl,
    HOST: '127.0.0.1',
    HUB_METRICS_PORT: new URL(outsideUrl).port,
  };
  const diagnose: DoctorUnderTest['diagnose'] = async (changed = {}, args = ['--reference', outsideUrl]) => {
    const { code, out, err } = await folder.run(['doctor', '--json', ...args], { env: { ...env, ...changed } });
    expect(err).toBe('');
    const findings: Finding[] = JSON.parse(out);
    // Here no worker runs, which other tests look at.
    const problems = findings.filter(({ check, status }) => check !== 'workers' && !['ok', 'skipped'].includes(status));
    return { code, findings, problems };
  };
  const close = async (): Promise<void> => {
    outside.close();
    slow.close();
    await database.drop();
    await folder.remove();
  };
  return { folder, database, outsideUrl, slowUrl, env, diagnose, makeKeys, close };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
