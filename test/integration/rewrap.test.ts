import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import { type Database, openDatabase } from '../../drizzle/index.ts';
import { addKey, createOpener, createRewrapper, createSealer, ensureKeyFiles } from '../../vault/index.ts';
import { type PrivateKeys, type PublicKeys, readPrivateKeys, readPublicKeys } from '../../vault/key-files.ts';
import { type SealedPlace, sealedPlaces } from '../../worker/rewrap/sealed-places.ts';
import { walkThrough } from '../../worker/rewrap/start-rewrapping.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

const [orgId, otherOrgId] = [newUuid(), newUuid()];
const context = { purpose: 'record', orgId, integrationId: newUuid() } as const;

let testDatabase: TestDatabase;
let admin: postgres.Sql;
let database: Database;
let relayDatabase: Database;
let folder: string;
let [before, after]: { publicKeys: PublicKeys; privateKeys: PrivateKeys }[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  admin = postgres(testDatabase.adminUrl, { max: 2, onnotice: () => undefined });
  database = openDatabase(testDatabase.appUrl, { role: 'hub_app', max: 2 });
  relayDatabase = openDatabase(testDatabase.relayUrl, { role: 'hub_relay', max: 1 });
  folder = await mkdtemp(join(tmpdir(), 'hub-rewrap-'));
  const files = { keyFile: join(folder, 'keys.json'), publicKeyFile: join(folder, 'keys.pub.json') };
  const read = async () => ({
    publicKeys: await readPublicKeys(files.publicKeyFile),
    privateKeys: await readPrivateKeys(files.keyFile),
  });
  await ensureKeyFiles(files);
  before = await read();
  await addKey(files);
  await ensureKeyFiles(files);
  after = await read();
  for (const id of [orgId, otherOrgId]) await admin`insert into organizations (id, name) values (${id}, 'test')`;
});

afterAll(async () => {
  await Promise.all([admin.end(), database.close(), relayDatabase.close()]);
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The set-up has not been done.');
  return value;
};

/** Rows with nothing but what a table asks for, and a value: nothing here depends on what else they say. */
async function store(table: string, values: Readonly<Record<string, Buffer | string>>[]): Promise<void> {
  const columns = await admin<{ name: string; type: string }[]>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = ${table} and table_schema = 'public' and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`;
  const fill = (type: string): unknown => {
    if (type === 'uuid') return newUuid();
    if (type === 'bytea') return Buffer.alloc(0);
    if (type.startsWith('timestamp')) return new Date();
    if (type === 'boolean') return false;
    if (type === 'ARRAY') return [];
    return type.startsWith('json') ? admin.json({}) : type === 'text' ? newUuid() : 1;
  };
  await admin.begin(async (sql) => {
    // Neither foreign keys nor triggers.
    await sql`set local session_replication_role = replica`;
    for (const row of values) {
      const filled = Object.fromEntries(columns.map(({ name, type }) => [name, fill(type)]));
      await sql`insert into ${sql(table)} ${sql({ ...filled, org_id: orgId, ...row })}`;
    }
  });
}

async function readValues({ table, column }: SealedPlace): Promise<Buffer[]> {
  const rows = await admin<{ value: Buffer }[]>`
    select ${admin(column)} as value from ${admin(table)} where ${admin(column)} is not null`;
  return rows.map(({ value }) => value).filter(({ length }) => length > 0);
}

/** With the new key alone, as when the old one was taken out of the key file. */
function openLater(): ReturnType<typeof createOpener> {
  const { publicKeys, privateKeys } = required(after);
  const { keyId } = publicKeys.active;
  return createOpener(new Map([...privateKeys].filter(([id]) => id === keyId)), systemClock);
}

async function walk(keys = required(after)): Promise<{ rewrapped: number; left: number }> {
  const rewrapper = createRewrapper(keys.privateKeys, keys.publicKeys);
  const total = { rewrapped: 0, left: 0 };
  for await (const { rewrapped, left } of walkThrough({ database, relayDatabase, rewrapper })) {
    total.rewrapped += rewrapped;
    total.left += left;
  }
  return total;
}

describe('test/integration/rewrap', { timeout: 120_000 }, () => {
  it('knows of every sealed column that is kept for long', async () => {
    const columns = await admin<{ place: string }[]>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and (column_name like '%sealed%' or column_name in ('undo', 'correction', 'pending_body'))`;
    /** Gone soon by themselves. */
    const short = [
      'calls.sealed',
      'operations.sealed',
      'connection_requests.sealed',
      'connection_authorizations.sealed',
    ];
    /** Of the API's own keys, which it derives. @see vault/derived-keys.ts */
    const derived = /^(?:hooks|hook_subscriptions|signing_keys|second_factors|sso_\w+)\./;
    const known = new Set(sealedPlaces.map(({ table, column }) => `${table}.${column}`));

    const unknown = columns.map(({ place }) => place).filter((place) => !known.has(place) && !derived.test(place));
    expect(unknown.toSorted()).toEqual([...short, 'ledger.pending_body'].toSorted());
  });

  it('seals what older keys seal to the active one, in every place, and changes nothing else', async () => {
    const sealer = await createSealer(required(before).publicKeys, context);
    for (const table of new Set(sealedPlaces.map((place) => place.table))) {
      const columns = sealedPlaces.filter((place) => place.table === table).map(({ column }) => column);
      await admin`delete from ${admin(table)}`;
      const values = Object.fromEntries(columns.map((column) => [column, sealer.seal({ table, column })]));
      await store(table, [{ ...values, ...(table === 'waits' ? { item_id: newUuid() } : {}) }]);
    }
    const events = await admin`select 1 from events`;

    expect(await walk()).toEqual({ rewrapped: sealedPlaces.length, left: 0 });

    const opener = openLater();
    for (const place of sealedPlaces) {
      const [value = Buffer.alloc(0)] = await readValues(place);
      expect(await opener.open(context, value)).toEqual({ table: place.table, column: place.column });
    }
    const { keyId } = required(after).publicKeys.active;
    for (const { table, keyId: column } of sealedPlaces) {
      if (column === undefined) continue;
      expect(await admin`select ${admin(column)} as id from ${admin(table)}`).toEqual([{ id: keyId }]);
    }
    expect(await admin`select 1 from events`).toHaveLength(events.length);
    expect(await walk()).toEqual({ rewrapped: 0, left: 0 });
  });

  it('goes through more rows than one transaction takes, of every organization', async () => {
    await admin`delete from dead_letters`;
    const sealer = await createSealer(required(before).publicKeys, context);
    const rows = Array.from({ length: 1100 }, (_, n) => ({
      sealed: sealer.seal({ n }),
      org_id: n % 11 === 0 ? otherOrgId : orgId,
    }));
    await store('dead_letters', rows);

    expect(await walk()).toEqual({ rewrapped: 1100, left: 0 });

    const opener = openLater();
    const values = await readValues({ table: 'dead_letters', key: {}, column: 'sealed' });
    const opened = await Promise.all(values.map((value) => opener.open(context, value)));
    expect(opened.map(({ n }) => Number(n)).toSorted((a, b) => a - b)).toEqual(rows.map((_, n) => n));
  });

  it('waits for nobody who is at a row, and comes back for it', async () => {
    await admin`delete from dead_letters`;
    const sealer = await createSealer(required(before).publicKeys, context);
    await store('dead_letters', [{ sealed: sealer.seal({ n: 1 }) }, { sealed: sealer.seal({ n: 2 }) }]);

    await admin.begin(async (sql) => {
      await sql`select 1 from dead_letters order by id limit 1 for update`;
      expect(await walk()).toEqual({ rewrapped: 1, left: 1 });
    });

    expect(await walk()).toEqual({ rewrapped: 1, left: 0 });
  });

  it('leaves alone what no key of the file opens', async () => {
    await admin`delete from dead_letters`;
    const sealer = await createSealer(required(before).publicKeys, context);
    const value = sealer.seal({ n: 1 });
    await store('dead_letters', [{ sealed: value }]);
    const { publicKeys, privateKeys } = required(after);
    const { keyId } = publicKeys.active;
    const known = new Map([...privateKeys].filter(([id]) => id === keyId));

    expect(await walk({ publicKeys, privateKeys: known })).toEqual({ rewrapped: 0, left: 1 });
    expect(await readValues({ table: 'dead_letters', key: {}, column: 'sealed' })).toEqual([value]);
  });
});
