import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSegmentStore } from '../../runs/store/segment-store.ts';
import { systemClock } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Effect, RecordTarget } from '../../core/records.ts';
import { type Database, openDatabase, withTenant } from '../../drizzle/index.ts';
import { migrate } from '../../drizzle/migrate.ts';
import { compilePlan } from '../../engine/compile.ts';
import { definitionSchema } from '../../engine/definition.ts';
import { hashRecord } from '../../engine/hash.ts';
import type { Plan } from '../../engine/plan.ts';
import type { SegmentStore } from '../../engine/ports.ts';
import { runSegment } from '../../engine/segment/run-segment.ts';
import { createOpener, createSealer, ensureKeyFiles, readPrivateKeys, readPublicKeys } from '../../vault/index.ts';
import type { TestDatabase } from '../harness/database.ts';
import { createDatabaseBefore } from '../harness/database/older-database.ts';

const leaseMs = 600_000;
const fingerprint = 'postgres:127.0.0.1:5432/hr "public"."people" by id';
const [orgId, otherOrg, integrationId, earlierRun, runId] = [newUuid(), newUuid(), newUuid(), newUuid(), newUuid()];
const people = Array.from({ length: 1500 }, (_, n) => ({ id: String(n), name: `Person ${n}` }));
const ann = { id: 'ann', name: 'Ann' };
const folder = mkdtempSync(join(tmpdir(), 'hub-upgraded-ledger-'));

let database: TestDatabase;
let admin: postgres.Sql;
let app: Database;
let openStore: (stream: string) => SegmentStore;

/** As the version before kept it. */
const hashBefore = (mapped: JsonObject): string => hash('sha256', JSON.stringify(mapped), 'base64url').slice(0, 22);

beforeAll(async () => {
  database = await createDatabaseBefore('narrow_ledger');
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  app = openDatabase(database.appUrl, { role: 'hub_app', max: 4 });
  const files = { keyFile: join(folder, 'private.json'), publicKeyFile: join(folder, 'public.json') };
  await ensureKeyFiles(files);
  const publicKeys = await readPublicKeys(files.publicKeyFile);
  const opener = createOpener(await readPrivateKeys(files.keyFile), systemClock);
  const sealer = () => createSealer(publicKeys, { purpose: 'record', orgId, integrationId });
  openStore = (stream) =>
    createSegmentStore(
      { orgId, integrationId, runId, stream, step: 'sync' },
      { database: app, opener, sealer, createScrub: () => (text) => text },
    );
  for (const org of [orgId, otherOrg]) {
    await admin`insert into organizations (id, name) values (${org}, 'test')`;
    await admin`insert into integrations (org_id, id, name, revision) values (${org}, ${integrationId}, 'test', 1)`;
    await admin`
      insert into ledger (org_id, integration_id, stream, source_key, fingerprint, target_id, hash, effect_seq, run_id, page_seq)
      select ${org}, ${integrationId}, 'people', person.id, ${fingerprint}, person.id, person.hash, 1, ${earlierRun}, 0
      from unnest(${people.map(({ id }) => id)}::text[], ${people.map(hashBefore)}::text[]) as person (id, hash)`;
  }
  await admin`
    insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, admitted_at)
    values (${orgId}, ${runId}, ${integrationId}, ${newUuid()}, 1, 'manual', 'running', '{}', now(), now())`;
  await admin`
    insert into streams (org_id, integration_id, stream, watermark) values (${orgId}, ${integrationId}, 'people', '{"at": 7}')`;
  const common = { org_id: orgId, integration_id: integrationId, stream: 'others', fingerprint, effect_seq: 4 };
  for (const row of [
    { source_key: 'known', target_id: 't-1', hash: hashBefore(ann), missed: 2 },
    { source_key: 'forgotten', target_id: 't-2', hash: '' },
    { source_key: 'unresolved', unresolved: true, hash: hashBefore(ann) },
    { source_key: 'switched off', deactivated: true },
    { source_key: 'elsewhere', target_id: 't-3', hash: hashBefore(ann), fingerprint: 'another target' },
  ]) {
    await admin`insert into ledger ${admin({ ...common, ...row })}`;
  }
  await admin`
    insert into ledger ${admin({
      ...common,
      source_key: 'open',
      pending_run_id: earlierRun,
      pending_effect_id: 'effect',
      pending_operation: 'create',
      pending_hash: hashBefore(ann),
      pending_body: (await sealer()).seal(ann),
      pending_at: new Date(),
    })}`;
  await admin`
    insert into page_marks (org_id, integration_id, stream, run_id, fingerprint, operation, source_keys, target_ids, hashes,
      effect_seqs, marked_at)
    values (${orgId}, ${integrationId}, 'others', ${earlierRun}, ${fingerprint}, 'upsert', '{marked}', '{null}',
      ${[hashBefore(ann)]}::text[], '{1}', now())`;
  await migrate(database.ownerUrl);
});

afterAll(async () => {
  await Promise.all([admin.end(), app.close()]);
  await database.drop();
  rmSync(folder, { recursive: true });
});

function compile(): Plan {
  const { source, target, mapping, ...rest } = definitionSchema.parse({
    source: { connection_id: 'a', object: 'people', key: ['id'] },
    target: { connection_id: 'b', object: 'public.people', match_on: ['id'] },
    mapping: [
      { to: 'id', from: 'id' },
      { to: 'name', from: 'name' },
    ],
  });
  if (source === undefined || target === undefined || mapping === undefined) throw new Error('Not complete.');
  const compiled = compilePlan({
    definition: { ...rest, source, target, mapping },
    source: { key: ['id'], operations: { list: {} } },
    target: { operations: { upsert: { idempotency: 'natural', identity: 'match' } } },
    namespace: 'int',
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.planFor({ now: 0 });
}

/** Lets a segment write records for which the ledger has others, or none. */
async function write(records: JsonObject[]) {
  const written: Effect[] = [];
  const target: RecordTarget = {
    idempotency: 'natural',
    system: fingerprint,
    fingerprint,
    requestTimeoutMs: 1000,
    writeTimeoutMs: 1000,
    searchLagMs: 0,
    keyTtlMs: 0,
    batchMax: 100,
    write: (effects) => {
      written.push(...effects);
      return Promise.resolve({ results: effects.map(() => ({ outcome: 'written' })) });
    },
  };
  const source = { readPage: () => Promise.resolve({ records, next: undefined, bytes: 0 }) };
  const never = new AbortController().signal;
  const { counters } = await runSegment(
    compile(),
    { source, target, store: openStore('people'), clock: systemClock },
    { timeBoxMs: leaseMs, leaseMs, renewEveryMs: leaseMs, pageBytesMax: 1, partMin: 1, waitMaxMs: 0 },
    { cancel: never, shutdown: never },
  );
  return { counters, written: written.map(({ sourceKey }) => sourceKey) };
}

describe('test/integration/upgraded-ledger', () => {
  it('knows everything that the version before wrote, so that a run writes what differs and nothing else', async () => {
    const changed = people.map((person) => (person.id === '7' ? { ...person, name: 'Another' } : person));

    const { counters, written } = await write([...changed, { id: 'new', name: 'New' }]);

    expect(written.toSorted()).toEqual(['7', 'new']);
    expect(counters).toMatchObject({ read: 1501, skipped: 1499, failed: 0 });
  });

  it('keeps what it knew of each record besides', async () => {
    const store = openStore('others');
    const taken = await store.acquire(leaseMs);
    if (taken.status === 'busy') throw new Error('The lease is taken.');
    const keys = ['known', 'forgotten', 'unresolved', 'switched off', 'elsewhere', 'open'];
    const entries = keys.map((sourceKey) => ({ sourceKey, hash: hashRecord(ann) }));
    const query = { epoch: taken.epoch, fingerprint, pageSeq: 9, ignoreHashes: true, forget: false, entries };

    expect(await store.diff(query)).toMatchObject([
      { known: true, sameHash: true, targetId: 't-1', effectSeq: 4 },
      { known: true, sameHash: false, targetId: 't-2' },
      { known: true, sameHash: true, unresolved: true },
      { known: false, deactivated: true, effectSeq: 4 },
      { known: false, sameHash: false, targetId: undefined, effectSeq: 4 },
      { known: false, effectSeq: 4 },
    ]);
    expect(await store.missingAfter(fingerprint, null, 10)).toEqual([
      { sourceKey: 'known', targetId: 't-1', effectSeq: 4 },
    ]);
    expect(taken.hasPending).toBe(true);
    expect(await store.pending(10)).toMatchObject([
      { sourceKey: 'open', fingerprint, effectId: 'effect', hash: hashRecord(ann), body: ann },
      { sourceKey: 'marked', fingerprint, hash: hashRecord(ann) },
    ]);
  });

  it('shows each organization its own rows, and none without one', async () => {
    const seen = await withTenant(app, otherOrg, ({ sql }) => sql`select distinct org_id from ledger`);

    expect(seen).toEqual([{ org_id: otherOrg }]);
    expect(await app.sql`select 1 from ledger`).toHaveLength(0);
    expect(await app.sql`select 1 from fingerprints`).toHaveLength(0);
    expect(await admin`select watermark from streams where stream = 'people' and org_id = ${orgId}`).toHaveLength(1);
  });
});
