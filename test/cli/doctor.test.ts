import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkNode } from '../../doctor/check-versions.ts';
import { examine } from '../../doctor/index.ts';
import { systemClock } from '../../core/clock.ts';
import { projectRoot } from '../../start/settings.ts';
import { ensureKeyFiles } from '../../vault/key-files.ts';
import { type BarePostgres, startBarePostgres } from '../harness/bare-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type CliFolder, makeCliFolder } from './harness.ts';

interface Finding {
  check: string;
  status: string;
  message: string;
  remedy?: string;
}

let folder: CliFolder;
let database: TestDatabase;
/** Answers with the right time, and with `hub` in front of its path as an API that is ready. */
let outside: Server;
let outsideUrl: string;
/** Every service as it should be. */
let env: Record<string, string>;
/** A server whose clock is ten minutes behind. */
let slow: Server;
let slowUrl: string;

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A port below 1024 that no service was ever given: nothing listens there. */
const closedPort = 2;

async function makeKeys(name: string): Promise<{ keyFile: string; publicKeyFile: string }> {
  await mkdir(join(folder.path, name), { recursive: true });
  const files = {
    keyFile: join(folder.path, name, 'private.json'),
    publicKeyFile: join(folder.path, name, 'public.json'),
  };
  await ensureKeyFiles(files);
  return files;
}

beforeAll(async () => {
  folder = await makeCliFolder();
  database = await createTestDatabase();
  outside = createServer((_, response) => response.end());
  slow = createServer((_, response) => {
    response.sendDate = false;
    response.setHeader('date', new Date(Date.now() - 600_000).toUTCString());
    response.end();
  });
  [outsideUrl, slowUrl] = await Promise.all([listen(outside), listen(slow)]);
  const keys = await makeKeys('keys');
  env = {
    DATABASE_URL: database.adminUrl,
    TEMPORAL_ADDRESS: inject('temporal').address,
    HUB_KEY_FILE: keys.keyFile,
    HUB_PUBLIC_KEY_FILE: keys.publicKeyFile,
    PUBLIC_URL: outsideUrl,
  };
});

afterAll(async () => {
  outside.close();
  slow.close();
  await database.drop();
  await folder.remove();
});

async function diagnose(
  changed: Record<string, string> = {},
  args: string[] = ['--reference', outsideUrl],
): Promise<{ code: number; findings: Finding[]; problems: Finding[] }> {
  const { code, out, err } = await folder.run(['doctor', '--json', ...args], { env: { ...env, ...changed } });
  expect(err).toBe('');
  const findings: Finding[] = JSON.parse(out);
  // Here no worker runs, which other tests look at.
  const problems = findings.filter(({ check, status }) => check !== 'workers' && !['ok', 'skipped'].includes(status));
  return { code, findings, problems };
}

describe('test/cli/doctor', { timeout: 120_000 }, () => {
  it('finds nothing wrong where nothing is', async () => {
    const { findings, problems } = await diagnose();

    expect(problems).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual([
      'configuration',
      'node',
      'disk',
      'key file',
      'postgres',
      'schema',
      'temporal',
      'workers',
      'egress',
      'api',
      'clock',
      'clock',
      'clock',
    ]);
  });

  it('finds a PostgreSQL that was stopped', { timeout: 120_000 }, async () => {
    const stopped: BarePostgres = await startBarePostgres();
    const url = stopped.url('postgres');
    const before = await diagnose({ DATABASE_URL: url });
    await stopped.stop();

    const { code, problems } = await diagnose({ DATABASE_URL: url });

    expect(before.problems).toEqual([]);
    expect(code).toBe(7);
    expect(problems).toMatchObject([
      {
        check: 'postgres',
        message: expect.stringMatching(/^PostgreSQL is down: nothing listens at \/.+ \(database hub\)\.$/),
        remedy: expect.stringContaining('Start it'),
      },
    ]);
  });

  it.each([
    ['a wrong password', (url: URL) => (url.password = 'CANARY-wrong'), 'refuses this login', 'user and password'],
    ['a database that is not there', (url: URL) => (url.pathname = '/gone'), 'no such database', 'npm run migrate'],
    ['a host without an address', (url: URL) => (url.hostname = 'db.invalid'), 'has no address', 'Correct the host'],
    [
      'a port of something else',
      (url: URL) => (url.port = new URL(outsideUrl).port),
      'hangs up',
      'Correct host and port',
    ],
  ])('finds %s of PostgreSQL', async (_, change, message, remedy) => {
    const url = new URL(database.adminUrl);
    change(url);

    const { problems } = await diagnose({ DATABASE_URL: url.href });

    expect(problems).toMatchObject([
      { check: 'postgres', message: expect.stringContaining(message), remedy: expect.stringContaining(remedy) },
    ]);
    expect(JSON.stringify(problems)).not.toContain('CANARY');
  });

  it('finds a database without the newest migrations, and one without any', async () => {
    const behind = await createTestDatabase();
    const admin = postgres(behind.adminUrl, { max: 1, onnotice: () => undefined });
    await admin`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`;
    const { problems } = await diagnose({ DATABASE_URL: behind.adminUrl });
    await admin`drop schema drizzle cascade`;
    const { problems: none } = await diagnose({ DATABASE_URL: behind.adminUrl });
    await admin.end();
    await behind.drop();

    expect(problems).toMatchObject([
      { check: 'schema', message: expect.stringContaining('lacks 1 of'), remedy: 'Run: npm run migrate' },
    ]);
    expect(none).toMatchObject([
      { check: 'schema', message: expect.stringContaining('is empty'), remedy: 'Run: npm run migrate' },
    ]);
  });

  it('finds a Temporal that is down', async () => {
    const { code, problems } = await diagnose({ TEMPORAL_ADDRESS: `127.0.0.1:${closedPort}` });

    expect(code).toBe(7);
    expect(problems).toMatchObject([
      {
        check: 'temporal',
        message: expect.stringMatching(/^Temporal is down: nothing listens at /),
        remedy: expect.stringContaining('Start it'),
      },
    ]);
  });

  it('finds a port that is not that of Temporal', async () => {
    const { problems } = await diagnose({ TEMPORAL_ADDRESS: new URL(outsideUrl).host });

    expect(problems).toMatchObject([
      {
        check: 'temporal',
        message: expect.stringContaining('does not answer as Temporal'),
        remedy: expect.stringContaining('7233'),
      },
    ]);
  });

  it('finds a namespace that is not there', async () => {
    const { problems } = await diagnose({ TEMPORAL_NAMESPACE: 'nowhere' });

    expect(problems).toMatchObject([{ check: 'temporal', message: expect.stringContaining('no namespace nowhere') }]);
  });

  it('tells that no worker is there', async () => {
    const { code, findings } = await diagnose({ TEMPORAL_TASK_QUEUE: 'nobody-polls-this' });

    expect(code).toBe(7);
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'workers',
        status: 'problem',
        remedy: expect.stringContaining('worker/main.ts'),
      }),
    );
  });

  it.each(['private', 'public'])('finds the %s key file of another pair', async (which) => {
    const other = await makeKeys('other-keys');
    const wrong = which === 'private' ? { HUB_KEY_FILE: other.keyFile } : { HUB_PUBLIC_KEY_FILE: other.publicKeyFile };

    const { code, problems } = await diagnose(wrong);

    expect(code).toBe(7);
    expect(problems).toMatchObject([
      {
        check: 'key file',
        message: expect.stringContaining('is the wrong key file'),
        remedy: expect.stringContaining('from the backup'),
      },
    ]);
  });

  it('finds credentials in the database that the key file cannot open', async () => {
    const keys = await makeKeys('new-keys');
    const own = await createTestDatabase();
    const admin = postgres(own.adminUrl, { max: 1, onnotice: () => undefined });
    await admin`insert into organizations (id, name, created_at, updated_at) values (gen_random_uuid(), 'O', now(), now())`;
    await admin`
      insert into connections (org_id, id, name, service_type, config, credential_version, created_at, updated_at)
      select id, gen_random_uuid(), 'C', 'okta', '{}', 1, now(), now() from organizations`;
    await admin`
      insert into connection_credentials (org_id, connection_id, version, auth_method, sealed, key_id)
      select org_id, id, 1, 'api_token', '\\x00', 'local-lost-key' from connections`;

    const { problems } = await diagnose({
      DATABASE_URL: own.adminUrl,
      HUB_KEY_FILE: keys.keyFile,
      HUB_PUBLIC_KEY_FILE: keys.publicKeyFile,
    });

    await admin.end();
    await own.drop();
    expect(problems).toMatchObject([
      {
        check: 'key file',
        message: expect.stringContaining('cannot open 1 stored credentials: they are sealed with local-lost-key'),
      },
    ]);
  });

  it('finds key files that are missing, open to others, or none', async () => {
    const open = join(folder.path, 'open.json');
    await copyFile(env['HUB_KEY_FILE'] ?? '', open);
    await chmod(open, 0o644);
    const none = join(folder.path, 'none.json');
    await writeFile(none, '{"keys":["CANARY-of-a-key"]}', { mode: 0o600 });
    const gone = join(folder.path, 'gone.json');

    const found = await Promise.all([gone, open, none].map((file) => diagnose({ HUB_KEY_FILE: file })));

    expect(found.flatMap(({ problems }) => problems)).toMatchObject([
      {
        check: 'key file',
        message: `The key file ${gone} is missing.`,
        remedy: expect.stringContaining('HUB_KEY_FILE'),
      },
      {
        check: 'key file',
        message: expect.stringContaining('can be read by others'),
        remedy: `Run: chmod 600 ${open}`,
      },
      { check: 'key file', message: `${none} is no key file.`, remedy: expect.stringContaining('from the backup') },
    ]);
    expect(JSON.stringify(found)).not.toContain('CANARY');
  });

  it('finds a clock that differs from one of the outside', async () => {
    const { code, problems } = await diagnose({}, ['--reference', slowUrl]);

    expect(code).toBe(7);
    expect(problems).toMatchObject([
      {
        check: 'clock',
        message: expect.stringMatching(/^This machine's clock is \d{3} s ahead of that of 127\.0\.0\.1:\d+\.$/),
        remedy: expect.stringContaining('timedatectl set-ntp true'),
      },
    ]);
  });

  it('finds that it is the clock of this machine, where all others agree', async () => {
    const late = { ...systemClock, now: () => Date.now() - 3_600_000 };
    const found: Finding[] = [];
    const examination = {
      env,
      dataDir: folder.path,
      cwd: folder.path,
      reference: outsideUrl,
      clock: late,
      nodeVersion: '24.0.0',
    };
    for await (const finding of examine(examination)) if (finding.check === 'clock') found.push(finding);

    expect(found).toHaveLength(3);
    for (const { status, message } of found)
      expect([status, message]).toEqual(['problem', expect.stringMatching(/\d{4} s behind/)]);
    expect(found[0]?.message).toContain('PostgreSQL');
  });

  it('takes a closed way out for no more than a warning', async () => {
    const { problems } = await diagnose({}, ['--reference', `http://127.0.0.1:${closedPort}`]);

    expect(problems).toMatchObject([
      { check: 'egress', status: 'warning', message: expect.stringContaining('ECONNREFUSED') },
    ]);
  });

  it('works where the API is down, and says so', async () => {
    const { problems } = await diagnose({ PUBLIC_URL: `http://127.0.0.1:${closedPort}` });

    expect(problems).toMatchObject([
      {
        check: 'api',
        message: expect.stringContaining('does not answer'),
        remedy: expect.stringContaining('npm start'),
      },
    ]);
  });

  it('finds configuration that cannot be read, or is not there', async () => {
    const wrong = await diagnose({ DATABASE_POOL_MAX: 'many' });
    const none = await diagnose({ DATABASE_URL: '' });

    expect(wrong.problems).toMatchObject([
      { check: 'configuration', message: expect.stringContaining('DATABASE_POOL_MAX') },
    ]);
    expect(none.problems).toMatchObject([
      {
        check: 'configuration',
        message: expect.stringContaining('DATABASE_URL is not set'),
        remedy: expect.stringContaining('npm start'),
      },
      { check: 'disk' },
    ]);
  });

  it('reads what npm start tells of the hub that it runs', async () => {
    const data = join(folder.path, 'data');
    await mkdir(join(data, 'keys'), { recursive: true });
    await ensureKeyFiles({ keyFile: join(data, 'keys/private.json'), publicKeyFile: join(data, 'keys/public.json') });
    await writeFile(
      join(data, 'hub.json'),
      JSON.stringify({
        api_url: outsideUrl,
        api_key: 'x',
        database_url: database.adminUrl,
        temporal_address: inject('temporal').address,
      }),
    );

    const { out } = await folder.run(['doctor', '--json', '--reference', outsideUrl]);

    await rm(data, { recursive: true });
    const findings: Finding[] = JSON.parse(out);
    expect(findings[0]?.message).toBe(`Read from ${join(data, 'hub.json')}.`);
    expect(findings.filter(({ check, status }) => status === 'problem' && check !== 'workers')).toEqual([]);
  });

  it('shows people one line for each finding, and what helps below', async () => {
    const { out } = await folder.run(['doctor', '--reference', outsideUrl], {
      env: { ...env, TEMPORAL_NAMESPACE: 'nowhere' },
    });

    expect(out).toMatch(/^✓ configuration Read from the environment\.\n✓ node {10}Node /);
    expect(out).toMatch(/\n✗ temporal {6}Temporal at .+ has no namespace nowhere\.\n {16}Correct TEMPORAL_NAMESPACE/);
  });

  it.each([
    ['18.20.1', 'problem'],
    ['22.18.9', 'problem'],
    ['22.19.0', 'ok'],
    ['24.21.0', 'ok'],
  ])('judges Node %s', (version, status) => {
    expect(checkNode(version).status).toBe(status);
  });

  it.skipIf(!canMount())('finds a full disk', async () => {
    const { stdout } = await promisify(execFile)(
      'unshare',
      [
        ...namespaces,
        'sh',
        '-c',
        `mount -t tmpfs -o size=64k none "$1" && head -c 65536 /dev/zero > "$1/full"; cd "$1" && exec "$2" "$3" doctor --json --reference "$4"`,
        'sh',
        folder.path,
        process.execPath,
        join(projectRoot, 'cli/main.ts'),
        outsideUrl,
      ],
      { env: { ...env, PATH: process.env['PATH'] ?? '', HOME: '/' } },
    ).catch((error: { stdout: string }) => error);

    const findings: Finding[] = JSON.parse(stdout);
    expect(findings).toContainEqual({
      check: 'disk',
      status: 'problem',
      message: `The disk is full: ${folder.path} takes no more.`,
      remedy: 'Make room there, then start the hub again.',
    });
  });
});

/** A mount that only the process and its children see; as root of a user namespace, where one is not root. */
const namespaces = ['--user', '--map-root-user', '--mount'];

/** Filling a disk takes a small one. Where it cannot be had, the run says that this is not tested. */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['--user', '--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    process.stderr.write('doctor: a full disk is not tested, since this user cannot mount a small one.\n');
    return false;
  }
}
