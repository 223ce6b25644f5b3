import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSegmentStore } from '../../runs/store/segment-store.ts';
import { systemClock } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import { noCounters } from '../../core/pure/counters.ts';
import { type Database, openDatabase } from '../../drizzle/index.ts';
import type { Checkpoint, SegmentStore } from '../../engine/ports.ts';
import { createOpener, createSealer, ensureKeyFiles, readPrivateKeys, readPublicKeys } from '../../vault/index.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

/** Rows of the ledger; some of them, all over it, are gone at the source. */
const rows = 100_000;
const goneEvery = 50;
const pageRows = 200;
const leaseMs = 600_000;
const timeoutMs = 120_000;
const fingerprint = 'target';
const ids = { orgId: newUuid(), integrationId: newUuid(), runId: newUuid(), stream: 'people', step: 'sync' };
const folder = mkdtempSync(join(tmpdir(), 'hub-statement-plans-'));

let database: TestDatabase;
let admin: postgres.Sql;
let openStore: (app: Database) => SegmentStore;
let epoch = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  const files = { keyFile: join(folder, 'private.json'), publicKeyFile: join(folder, 'public.json') };
  await ensureKeyFiles(files);
  const publicKeys = await readPublicKeys(files.publicKeyFile);
  const opener = createOpener(await readPrivateKeys(files.keyFile), systemClock);
  const sealer = () => createSealer(publicKeys, { purpose: 'record', ...ids });
  openStore = (app) => createSegmentStore(ids, { database: app, opener, sealer, createScrub: () => (text) => text });
  const { orgId, integrationId, runId, stream } = ids;
  // As every table is for its first minutes.
  for (const table of ['ledger', 'fingerprints', 'seen_pages', 'page_marks', 'streams']) {
    await admin`alter table ${admin(table)} set (autovacuum_enabled = false)`;
  }
  await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
  await admin`insert into integrations (org_id, id, name, revision) values (${orgId}, ${integrationId}, 'test', 1)`;
  await admin`
    insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, admitted_at)
    values (${orgId}, ${runId}, ${integrationId}, ${newUuid()}, 1, 'manual', 'running', '{}', now(), now())`;
  await admin`
    with stream as (
      insert into streams (org_id, integration_id, stream) values (${orgId}, ${integrationId}, ${stream}) returning id
    ), named as (
      insert into fingerprints (org_id, integration_id, fingerprint) values (${orgId}, ${integrationId}, ${fingerprint})
      returning id
    )
    insert into ledger (org_id, stream_id, source_key, fingerprint_id, target_id, hash, effect_seq, run_id, page_seq)
    select ${orgId}, stream.id, 'k' || n, named.id, 't' || n, '\\xaa', 1, ${runId}, 0
    from stream, named, generate_series(1, ${rows}) n`;
  await admin`
    insert into seen_pages (org_id, integration_id, stream, page_seq, source_keys)
    select ${orgId}, ${integrationId}, ${stream}, n / 1000, array_agg('k' || n)
    from generate_series(1, ${rows}) n where n % ${goneEvery} <> 0 group by n / 1000`;
  await use(async (store) => {
    const taken = await store.acquire(leaseMs);
    if (taken.status === 'acquired') ({ epoch } = taken);
  });
}, timeoutMs);

afterAll(async () => {
  await admin.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Does something in sessions of its own: what they counted is known when they have ended. */
async function use<T>(work: (store: SegmentStore) => Promise<T>): Promise<T> {
  const app = openDatabase(database.appUrl, { role: 'hub_app', max: 1 });
  try {
    return await work(openStore(app));
  } finally {
    await app.close();
  }
}

/** How many rows of the ledger and entries of its indexes were read. */
async function countReads(): Promise<number> {
  const [counted] = await admin<{ reads: number }[]>`
    select (
      (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes where relname = 'ledger')
      + (select seq_tup_read from pg_stat_user_tables where relname = 'ledger')
    )::float8 as reads`;
  return counted?.reads ?? 0;
}

async function readsOf(work: (store: SegmentStore) => Promise<unknown>): Promise<number> {
  const settled = async (): Promise<number> => {
    for (let last = -1; ;) {
      const now = await countReads();
      if (now === last) return now;
      last = now;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  };
  const before = await settled();
  await use(work);
  return (await settled()) - before;
}

const keys = Array.from({ length: pageRows }, (_, index) => `k${(index + 1) * 400}`);
const empty: Checkpoint = {
  fingerprint,
  settled: [],
  unmarked: [],
  forgotten: [],
  deadLetters: [],
  counters: noCounters,
};
const changed = keys.map((sourceKey) => ({
  sourceKey,
  targetId: sourceKey.replace('k', 't'),
  hash: 'ff',
  effectSeq: 2,
  unresolved: false,
}));
const judged = { missed: [], found: [], claimed: [], ends: false, withheld: undefined };
const checkpoint = (store: SegmentStore, change: Partial<Checkpoint>): Promise<unknown> =>
  store.checkpoint(epoch, 0, { ...empty, ...change }, leaseMs);

describe('test/integration/statement-plans', () => {
  it('is about tables that nobody has analyzed', async () => {
    const tables = await admin`select relname, reltuples from pg_class where relname in ('ledger', 'seen_pages')`;

    expect(tables.map(({ reltuples }) => reltuples)).toEqual([-1, -1]);
  });

  it.each<[string, (store: SegmentStore) => Promise<unknown>]>([
    [
      'compares a page',
      (store) =>
        store.diff({
          epoch,
          fingerprint,
          pageSeq: 0,
          ignoreHashes: false,
          forget: true,
          entries: keys.map((sourceKey) => ({ sourceKey, hash: 'ff' })),
        }),
    ],
    [
      'compares a page of keys that others may show',
      (store) =>
        store.diff({
          epoch,
          fingerprint,
          pageSeq: 1,
          ignoreHashes: false,
          forget: true,
          repeats: { onPage: keys.slice(0, 20) },
          entries: keys.map((sourceKey) => ({ sourceKey, hash: 'ff' })),
        }),
    ],
    [
      'compares a page of keys that have other forms',
      (store) =>
        store.diff({
          epoch,
          fingerprint,
          pageSeq: 1,
          ignoreHashes: false,
          forget: false,
          entries: keys.map((key, index) => ({
            sourceKey: `other ${key}`,
            hash: 'ff',
            forms: [`other ${key}`, key, `${index}`],
          })),
        }),
    ],
    ['notes which keys others show', (store) => checkpoint(store, { repeats: { again: keys, once: [] } })],
    ['settles a page', (store) => checkpoint(store, { settled: changed })],
    ['takes marks away', (store) => checkpoint(store, { unmarked: keys })],
    ['forgets what rows claim', (store) => checkpoint(store, { forgotten: keys })],
    [
      'takes records over',
      (store) => checkpoint(store, { settled: changed.map((row) => ({ ...row, sourceKey: `of ${row.sourceKey}` })) }),
    ],
    [
      'finds owners',
      (store) =>
        store.owners(
          fingerprint,
          keys.map((key) => ({ sourceKey: key, targetId: `t${key.slice(1)}` })),
        ),
    ],
    ['writes down what was missed', (store) => checkpoint(store, { judged: { ...judged, missed: keys } })],
    ['writes down what was found', (store) => checkpoint(store, { judged: { ...judged, found: keys } })],
    ['passes on what is claimed', (store) => checkpoint(store, { judged: { ...judged, claimed: keys } })],
    ['forgets what was removed', (store) => checkpoint(store, { removed: keys })],
    ['lists what is pending', (store) => store.pending(500)],
    ['lists what is missing', (store) => store.missingAfter(fingerprint, null, 200)],
  ])(
    'reads as many rows as it is about, when it %s',
    async (_, work) => {
      expect(await readsOf(work)).toBeLessThan(pageRows * 20);
    },
    timeoutMs,
  );

  it(
    'reads each row a few times when it judges a whole reading',
    async () => {
      let found: Awaited<ReturnType<SegmentStore['judgeAfter']>> | undefined;

      const reads = await readsOf(async (store) => (found = await store.judgeAfter(fingerprint, null)));

      expect(reads).toBeLessThan(rows * 5);
      expect(found?.counts.missing).toBeGreaterThan(rows / goneEvery / 2);
      expect(found?.missed.length).toBe(found?.counts.missing);
      expect(found?.last).toBeNull();
    },
    timeoutMs,
  );

  it(
    'judges more than a process has room for in parts',
    async () => {
      await admin`delete from seen_pages`;
      const [{ removable } = { removable: 0 }] = await admin<{ removable: number }[]>`
        select count(*)::int as removable from ledger where hash is not null and target_id is not null`;
      const parts: number[] = [];
      const missing = new Set<string>();

      await use(async (store) => {
        for (let key: string | null | undefined; key !== null;) {
          const { counts, missed, last } = await store.judgeAfter(fingerprint, key ?? null);
          parts.push(counts.missing);
          for (const one of missed) missing.add(one);
          key = last;
        }
      });

      expect(parts.length).toBeGreaterThan(1);
      expect(Math.max(...parts)).toBeLessThanOrEqual(rows / 2);
      expect(parts.reduce((sum, count) => sum + count)).toBe(removable);
      expect(missing.size).toBe(removable);
    },
    timeoutMs,
  );
});
