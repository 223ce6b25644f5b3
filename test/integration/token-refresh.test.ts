import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createConnectionTokens } from '../../sessions/connection-tokens.ts';
import type { TokenStore } from '../../connectors/drivers/shared/token-store.ts';
import { systemClock } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import { type Database, openDatabase } from '../../drizzle/index.ts';
import { createOpener, ensureKeyFiles, readPrivateKeys, readPublicKeys } from '../../vault/index.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { HttpStub } from '../harness/http.ts';
import { RotatingTokens } from '../harness/servers/rotating-tokens.ts';

let database: TestDatabase;
let app: Database;
let admin: postgres.Sql;
let folder: string;
let stub: HttpStub;
let vendor: RotatingTokens;
let connectionId: string;
let children: ChildProcess[];
const orgId = newUuid();
const leaseMs = 1500;
const script = fileURLToPath(new URL('../harness/processes/token-process.ts', import.meta.url));

beforeAll(async () => {
  database = await createTestDatabase();
  app = openDatabase(database.appUrl, { role: 'hub_app', max: 4 });
  admin = postgres(database.adminUrl, { max: 4, onnotice: () => undefined });
  folder = await mkdtemp(join(tmpdir(), 'token-refresh-'));
  await ensureKeyFiles({ keyFile: join(folder, 'keys.json'), publicKeyFile: join(folder, 'keys.pub.json') });
  await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
});

afterAll(async () => {
  await Promise.all([admin.end(), app.close()]);
  await database.drop();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  children = [];
  vendor = new RotatingTokens();
  stub = await HttpStub.start();
  connectionId = newUuid();
  await admin`
    insert into connections (org_id, id, name, service_type, config, credential_version)
    values (${orgId}, ${connectionId}, 'c', 'people', '{}', 1)`;
  await admin`
    insert into connection_credentials (org_id, connection_id, version, auth_method, sealed, key_id)
    select ${orgId}, ${connectionId}, n, 'refresh_token', '', 'k' from generate_series(1, 2) n`;
});

afterEach(async () => {
  for (const child of children) child.disconnect();
  await stub.stop();
});

/** Two processes that use the connection, ready to read. */
function startProcesses(): Promise<[ChildProcess, ChildProcess]> {
  stub.always('POST /token', vendor.answerToken).always('GET /people', vendor.answerPeople);
  return Promise.all([startProcess(), startProcess()]);
}

async function startProcess(): Promise<ChildProcess> {
  const args = [database.appUrl, join(folder, 'keys.json'), orgId, connectionId, '1', stub.url, String(leaseMs)];
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  children.push(child);
  return child;
}

/** The store of this process, for a version of the credentials. */
async function open(version: number, tokenLeaseMs = 60_000): Promise<TokenStore> {
  const opener = createOpener(await readPrivateKeys(join(folder, 'keys.json')), systemClock);
  const publicKeys = await readPublicKeys(join(folder, 'keys.pub.json'));
  const deps = { database: app, clock: systemClock, opener, publicKeys, log: console, tokenLeaseMs };
  return createConnectionTokens(deps, { orgId, connectionId, version });
}

/** How so many reads at once ended: each outcome, with how often it came. */
async function read(child: ChildProcess, times: number): Promise<Record<string, number>> {
  const answered = once(child, 'message');
  child.send(times);
  const [ends] = await answered;
  const counts: Record<string, number> = {};
  for (const end of Array.isArray(ends) ? ends : []) counts[String(end)] = (counts[String(end)] ?? 0) + 1;
  return counts;
}

async function readStatus(): Promise<unknown> {
  const [row] = await admin`select status, status_reason as reason from connections where id = ${connectionId}`;
  return row;
}

/** Kills a process between the answer of the vendor and its storing: the row is locked before the answer goes out. */
async function killBeforeStoring(child: ChildProcess): Promise<void> {
  const { promise: locked, resolve: onLocked } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let holding: Promise<unknown> | undefined;
  vendor.onAnswer = async () => {
    vendor.onAnswer = () => Promise.resolve();
    holding = admin.begin(async (sql) => {
      await sql`select 1 from connection_tokens where connection_id = ${connectionId} for update`;
      onLocked();
      await released;
    });
    await locked;
  };
  const waiting = (async () => {
    await locked;
    // The process has the answer when its statement waits for the row.
    for (;;) {
      const [row] = await admin`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%update connection_tokens%'`;
      if (row !== undefined) return;
    }
  })();
  child.send(1);
  await waiting;
  const ended = once(child, 'exit');
  children = children.filter((other) => other !== child);
  child.kill('SIGKILL');
  await ended;
  release();
  await holding;
}

describe('test/integration/token-refresh', () => {
  it('asks for each generation once, for a thousand readers in two processes', async () => {
    const [one, two] = await startProcesses();

    for (let round = 0; round < 3; round += 1) {
      expect(await Promise.all([read(one, 500), read(two, 500)])).toEqual([{ ok: 500 }, { ok: 500 }]);
      vendor.expireAccess();
    }

    expect(vendor.asked).toEqual(['r0', 'r1', 'r2']);
    expect(await readStatus()).toEqual({ status: 'active', reason: null });
  });

  it('goes on after a crash before storing where the vendor takes the token before once more', async () => {
    vendor.grace = true;
    const [one, two] = await startProcesses();
    await killBeforeStoring(one);

    expect(await read(two, 500)).toEqual({ ok: 500 });

    expect(vendor.asked).toEqual(['r0', 'r0']);
    expect(await readStatus()).toEqual({ status: 'active', reason: null });
  });

  it('shows the connection as expired after such a crash where the vendor does not, and asks no more', async () => {
    const [one, two] = await startProcesses();
    await Promise.all([read(one, 1), read(two, 1)]);
    vendor.expireAccess();
    await killBeforeStoring(one);

    const ends = await read(two, 500);
    await read(two, 100);

    expect(Object.entries(ends)).toEqual([
      [expect.stringMatching(/^auth_invalid: .*Authorize the connection again/), 500],
    ]);
    // The last one is the token before, in case that the newer one never came into force.
    expect(vendor.asked).toEqual(['r0', 'r1', 'r1', 'r0']);
    expect(await readStatus()).toEqual({
      status: 'expired',
      reason: expect.stringMatching(/Authorize the connection again\. A worker was lost before/),
    });
  });

  it('leaves credentials alone that a user put in place while others were renewed', async () => {
    const [before, after] = [await open(1), await open(2)];
    const tokens = { values: { access_token: 'new' }, renewAt: undefined };

    const renewing = before.renew(undefined, async () => {
      await admin`update connections set credential_version = 2 where id = ${connectionId}`;
      await after.renew(undefined, () => Promise.resolve({ outcome: 'obtained', tokens }));
      return { outcome: 'refused', refusal: { message: 'Over.', expired: true } };
    });

    await expect(renewing).rejects.toThrow('Over.');
    expect(await readStatus()).toEqual({ status: 'active', reason: null });
    expect(await after.read()).toEqual({ ...tokens, generation: 1 });
  });

  it('lets a later answer follow one that a process stored after its lease had gone to another', async () => {
    const [slow, quick] = [await open(1, 1), await open(1)];
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
    const give = (token: string) =>
      ({ outcome: 'obtained', tokens: { values: { access_token: token }, renewAt: undefined } }) as const;

    const held = slow.renew(undefined, async () => {
      onAsked();
      await mayAnswer;
      return give('slow');
    });
    await asked;
    expect(await quick.renew(undefined, () => Promise.resolve(give('quick')))).toMatchObject({ generation: 1 });
    answer();

    expect(await held).toMatchObject({ generation: 2, values: { access_token: 'slow' } });
    expect(await quick.read()).toMatchObject({ generation: 2, values: { access_token: 'slow' } });
  });
});
