import { execFile, execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkNode } from '../../doctor/check-versions.ts';
import { examine } from '../../doctor/index.ts';
import { systemClock } from '../../core/clock.ts';
import { projectRoot } from '../../start/state/settings.ts';
import { ensureKeyFiles } from '../../vault/key-files.ts';
import { type BarePostgres, startBarePostgres } from '../harness/bare-postgres.ts';
import { createTestDatabase } from '../harness/database.ts';
import { type DoctorUnderTest, type Finding, startDoctorUnderTest } from './doctor-harness.ts';

let doctor: DoctorUnderTest;

/** A port below 1024 that no service was ever given: nothing listens there. */
const closedPort = 2;

beforeAll(async () => {
  doctor = await startDoctorUnderTest();
});

afterAll(() => doctor.close());

describe('test/cli/doctor', { timeout: 120_000 }, () => {
  it('finds nothing wrong where nothing is', async () => {
    const { findings, problems } = await doctor.diagnose();

    expect(problems).toEqual([]);
    expect(findings.map(({ check }) => check.replace(/:\d+/, ''))).toEqual([
      'configuration',
      'node',
      'disk',
      'key file',
      'postgres',
      'schema',
      'temporal',
      'workers',
      'scripts',
      'egress',
      'api',
      'metrics',
      'clock (PostgreSQL)',
      'clock (127.0.0.1)',
      'clock (the API)',
    ]);
  });

  it('finds a PostgreSQL that was stopped', { timeout: 120_000 }, async () => {
    const stopped: BarePostgres = await startBarePostgres();
    const url = stopped.url('postgres');
    const before = await doctor.diagnose({ DATABASE_URL: url });
    await stopped.stop();

    const { code, problems } = await doctor.diagnose({ DATABASE_URL: url });

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
      (url: URL) => (url.port = new URL(doctor.outsideUrl).port),
      'hangs up',
      'Correct host and port',
    ],
  ])('finds %s of PostgreSQL', async (_, change, message, remedy) => {
    const url = new URL(doctor.database.adminUrl);
    change(url);

    const { problems } = await doctor.diagnose({ DATABASE_URL: url.href });

    expect(problems).toMatchObject([
      { check: 'postgres', message: expect.stringContaining(message), remedy: expect.stringContaining(remedy) },
    ]);
    expect(JSON.stringify(problems)).not.toContain('CANARY');
  });

  it('finds a database without the newest migrations, and one without any', async () => {
    const behind = await createTestDatabase();
    const admin = postgres(behind.adminUrl, { max: 1, onnotice: () => undefined });
    await admin`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`;
    const { problems } = await doctor.diagnose({ DATABASE_URL: behind.adminUrl });
    await admin`drop schema drizzle cascade`;
    const { problems: none } = await doctor.diagnose({ DATABASE_URL: behind.adminUrl });
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
    const { code, problems } = await doctor.diagnose({ TEMPORAL_ADDRESS: `127.0.0.1:${closedPort}` });

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
    const { problems } = await doctor.diagnose({ TEMPORAL_ADDRESS: new URL(doctor.outsideUrl).host });

    expect(problems).toMatchObject([
      {
        check: 'temporal',
        message: expect.stringContaining('does not answer as Temporal'),
        remedy: expect.stringContaining('7233'),
      },
    ]);
  });

  it('finds a namespace that is not there', async () => {
    const { problems } = await doctor.diagnose({ TEMPORAL_NAMESPACE: 'nowhere' });

    expect(problems).toMatchObject([{ check: 'temporal', message: expect.stringContaining('no namespace nowhere') }]);
  });

  it('tells that no worker is there', async () => {
    const { code, findings } = await doctor.diagnose({ TEMPORAL_TASK_QUEUE: 'nobody-polls-this' });

    expect(code).toBe(7);
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'workers',
        status: 'problem',
        remedy: expect.stringContaining('worker/main.ts'),
      }),
    );
  });

  it('finds a clock that differs from one of the outside', async () => {
    const { code, problems } = await doctor.diagnose({}, ['--reference', doctor.slowUrl]);

    expect(code).toBe(7);
    expect(problems).toMatchObject([
      {
        check: `clock (${new URL(doctor.slowUrl).host})`,
        message: expect.stringMatching(/^This machine's clock is \d{3} s ahead of that of 127\.0\.0\.1:\d+\.$/),
        remedy: expect.stringContaining('timedatectl set-ntp true'),
      },
    ]);
  });

  it('finds that it is the clock of this machine, where all others agree', async () => {
    const late = { ...systemClock, now: () => Date.now() - 3_600_000 };
    const found: Finding[] = [];
    const examination = {
      env: doctor.env,
      dataDir: doctor.folder.path,
      cwd: doctor.folder.path,
      reference: doctor.outsideUrl,
      clock: late,
      nodeVersion: '24.0.0',
    };
    for await (const finding of examine(examination)) if (finding.check.startsWith('clock')) found.push(finding);

    expect(found).toHaveLength(3);
    for (const { status, message } of found)
      expect([status, message]).toEqual(['problem', expect.stringMatching(/\d{4} s behind/)]);
    expect(found[0]?.message).toContain('PostgreSQL');
  });

  it('takes a closed way out for no more than a warning', async () => {
    const { problems } = await doctor.diagnose({}, ['--reference', `http://127.0.0.1:${closedPort}`]);

    expect(problems).toMatchObject([
      { check: 'egress', status: 'warning', message: expect.stringContaining('ECONNREFUSED') },
    ]);
  });

  it('works where the API is down, and says so', async () => {
    const { problems } = await doctor.diagnose({ PUBLIC_URL: `http://127.0.0.1:${closedPort}` });

    expect(problems).toMatchObject([
      {
        check: 'api',
        message: expect.stringContaining('does not answer'),
        remedy: expect.stringContaining('npm start'),
      },
    ]);
  });

  it('finds metrics that nobody gives, and ports that something else has', async () => {
    const closed = await doctor.diagnose({ HUB_METRICS_PORT: String(closedPort) });
    const taken = await doctor.diagnose({ HUB_METRICS_PORT: new URL(doctor.slowUrl).port });
    const none = await doctor.diagnose({ HUB_METRICS_PORT: '' });

    const toProblem = (message: string, remedy: string): object[] => [
      {
        check: 'metrics',
        status: 'warning',
        message: expect.stringContaining(message),
        remedy: expect.stringContaining(remedy),
      },
    ];
    expect(closed.problems).toMatchObject(toProblem('(ECONNREFUSED)', 'process-down.md'));
    expect(taken.problems).toMatchObject(toProblem('is not the metrics', 'another HUB_METRICS_PORT'));
    expect(none.findings).toContainEqual({
      check: 'metrics',
      status: 'skipped',
      message: 'None are served: HUB_METRICS_PORT is not set.',
    });
  });

  it('finds configuration that cannot be read, or is not there', async () => {
    const wrong = await doctor.diagnose({ DATABASE_POOL_MAX: 'many' });
    const none = await doctor.diagnose({ DATABASE_URL: '' });

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
    const data = join(doctor.folder.path, 'data');
    await mkdir(join(data, 'keys'), { recursive: true });
    await ensureKeyFiles({ keyFile: join(data, 'keys/private.json'), publicKeyFile: join(data, 'keys/public.json') });
    await writeFile(
      join(data, 'hub.json'),
      JSON.stringify({
        api_url: doctor.outsideUrl,
        api_key: 'x',
        database_url: doctor.database.adminUrl,
        temporal_address: inject('temporal').address,
        metrics_urls: { api: `${doctor.outsideUrl}/metrics`, worker: `http://127.0.0.1:${closedPort}/metrics` },
      }),
    );

    const { out } = await doctor.folder.run(['doctor', '--json', '--reference', doctor.outsideUrl]);

    await rm(data, { recursive: true });
    const findings: Finding[] = JSON.parse(out);
    expect(findings[0]?.message).toBe(`Read from ${join(data, 'hub.json')}.`);
    expect(findings.filter(({ check, status }) => status === 'problem' && check !== 'workers')).toEqual([]);
    expect(findings.filter(({ check }) => check.startsWith('metrics'))).toMatchObject([
      { check: 'metrics (API)', status: 'ok', message: `The API gives its metrics at ${doctor.outsideUrl}/metrics.` },
      { status: 'warning', message: expect.stringContaining('The worker gives no metrics at ') },
    ]);
  });

  it('shows people one line for each finding, and what helps below', async () => {
    const { out } = await doctor.folder.run(['doctor', '--reference', doctor.outsideUrl], {
      env: { ...doctor.env, TEMPORAL_NAMESPACE: 'nowhere' },
    });

    expect(out).toMatch(/^✓ configuration {8}Read from the environment\.\n✓ node {17}Node /);
    expect(out).toMatch(/\n✗ temporal {13}Temporal at .+ has no namespace nowhere\.\n {23}Correct TEMPORAL_NAMESPACE/);
    expect(out).toMatch(/\n\n\d+ checks: \d+ fine, 1 problem \(temporal\)\. For scripts: --json\n$/);
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
        doctor.folder.path,
        process.execPath,
        join(projectRoot, 'cli/main.ts'),
        doctor.outsideUrl,
      ],
      { env: { ...doctor.env, PATH: process.env['PATH'] ?? '', HOME: '/' } },
    ).catch((error: { stdout: string }) => error);

    const findings: Finding[] = JSON.parse(stdout);
    expect(findings).toContainEqual({
      check: 'disk',
      status: 'problem',
      message: `The disk is full: ${doctor.folder.path} takes no more.`,
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
