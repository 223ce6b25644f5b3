import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finishInDatabase, StillWritingError } from '../../runs/store/finish-in-database.ts';
import { createSegmentStore } from '../../runs/store/segment-store.ts';
import { systemClock } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import { noCounters } from '../../core/pure/counters.ts';
import { type Database, openDatabase } from '../../drizzle/index.ts';
import { type Acquired, type Checkpoint, LeaseLostError, type Mark, type SegmentStore } from '../../engine/ports.ts';
import { createOpener, createSealer, ensureKeyFiles, readPrivateKeys, readPublicKeys } from '../../vault/index.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

const leaseMs = 10_000;
const fingerprint = 'target';
const folder = mkdtempSync(join(tmpdir(), 'hub-segment-store-'));

let database: TestDatabase;
let admin: postgres.Sql;
let app: Database;
let makeStore: (runId: string, stream?: string) => SegmentStore;
let orgId: string;
let integrationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  app = openDatabase(database.appUrl, { role: 'hub_app', max: 4 });
  const files = { keyFile: join(folder, 'private.json'), publicKeyFile: join(folder, 'public.json') };
  await ensureKeyFiles(files);
  const publicKeys = await readPublicKeys(files.publicKeyFile);
  const opener = createOpener(await readPrivateKeys(files.keyFile), systemClock);
  makeStore = (runId, stream = 'people') =>
    createSegmentStore(
      { orgId, integrationId, runId, stream },
      {
        database: app,
        opener,
        createScrub: () => (text) => text,
        sealer: () => createSealer(publicKeys, { purpose: 'record', orgId, integrationId }),
      },
    );
});

afterAll(async () => {
  await Promise.all([admin.end(), app.close()]);
  await database.drop();
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  [orgId, integrationId] = [newUuid(), newUuid()];
  await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
  await admin`insert into integrations (org_id, id, name, revision) values (${orgId}, ${integrationId}, 'test', 1)`;
});

async function beginRun(status = 'running', options: object = {}): Promise<string> {
  const id = newUuid();
  await admin`
    insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, admitted_at)
    values (${orgId}, ${id}, ${integrationId}, ${newUuid()}, 1, 'manual', ${status},
      ${JSON.stringify(options)}::text::jsonb, now(), now())`;
  return id;
}

async function endRun(id: string): Promise<void> {
  await admin`update runs set status = 'succeeded' where id = ${id}`;
}

async function acquire(store: SegmentStore): Promise<Acquired> {
  const answer = await store.acquire(leaseMs);
  if (answer.status === 'busy') throw new Error('The lease is taken.');
  return answer;
}

function expire(): PromiseLike<unknown> {
  return admin`update streams set lease_until = now() - interval '1 second' where integration_id = ${integrationId}`;
}

const empty: Checkpoint = {
  fingerprint,
  settled: [],
  unmarked: [],
  forgotten: [],
  deadLetters: [],
  counters: noCounters,
};

function settle(sourceKey: string, hash: string, targetId = sourceKey): Checkpoint['settled'][number] {
  return { sourceKey, hash, targetId, effectSeq: 1, unresolved: false };
}

function mark(sourceKey: string, effectSeq = 1): Mark {
  const body = { login: `CANARY-${sourceKey}` };
  return {
    sourceKey,
    effectSeq,
    effectId: newUuid(),
    fingerprint,
    operation: 'upsert',
    targetId: undefined,
    hash: 'aa',
    body,
  };
}

function diff(
  store: SegmentStore,
  { epoch, pageSeq }: Acquired,
  entries: { sourceKey: string; hash: string }[],
  forget = false,
) {
  return store.diff({ epoch, fingerprint, pageSeq, ignoreHashes: false, forget, entries });
}

describe('test/integration/segment-store', () => {
  it('keeps the watermark for later runs, until it is taken away', async () => {
    const move = async (advance: NonNullable<Checkpoint['advance']>): Promise<unknown> => {
      const runId = await beginRun();
      const store = makeStore(runId);
      const taken = await acquire(store);
      await store.checkpoint(taken.epoch, taken.pageSeq, { ...empty, advance }, leaseMs);
      await endRun(runId);
      return taken.watermark;
    };

    const seen = [
      await move({ cursor: null, finished: true, watermark: { of: 'x', at: 7 } }),
      await move({ cursor: null, finished: true }),
      await move({ cursor: null, finished: true, watermark: null }),
      (await acquire(makeStore(await beginRun()))).watermark,
    ];

    expect(seen).toEqual([null, { of: 'x', at: 7 }, { of: 'x', at: 7 }, null]);
  });

  it('gives the lease to one segment at a time, with a higher epoch each time', async () => {
    const runId = await beginRun();
    const first = await acquire(makeStore(runId));

    expect(await makeStore(runId).acquire(leaseMs)).toMatchObject({ status: 'busy' });
    await makeStore(runId).release(first.epoch, false);
    const second = await acquire(makeStore(runId));
    expect(second).toMatchObject({ epoch: first.epoch + 1, pageInDoubt: false, cursor: null });
  });

  it('gives it to exactly one of many that ask at once', async () => {
    const runId = await beginRun();

    const answers = await Promise.all(Array.from({ length: 20 }, () => makeStore(runId).acquire(leaseMs)));

    expect(answers.filter((answer) => answer.status === 'acquired')).toHaveLength(1);
  });

  it('refuses everything of a segment whose lease was taken over, and says that its page is in doubt', async () => {
    const runId = await beginRun();
    const zombie = makeStore(runId);
    const lost = await acquire(zombie);
    await expire();
    const next = await acquire(makeStore(runId));

    expect(next).toMatchObject({ epoch: lost.epoch + 1, pageInDoubt: true });
    await expect(zombie.renew(lost.epoch, leaseMs)).rejects.toThrow(LeaseLostError);
    await expect(zombie.mark(lost.epoch, 0, [mark('a')], 'records')).rejects.toThrow(LeaseLostError);
    const change = { ...empty, settled: [settle('a', 'aa')], counters: { ...noCounters, read: 1, created: 1 } };
    await expect(zombie.checkpoint(lost.epoch, 0, change, leaseMs)).rejects.toThrow(LeaseLostError);
    await zombie.release(lost.epoch, false);
    expect(await admin`select 1 from ledger where org_id = ${orgId}`).toHaveLength(0);
    expect(await admin`select read from runs where id = ${runId}`).toMatchObject([{ read: '0' }]);
    await expect(makeStore(runId).renew(next.epoch, leaseMs)).resolves.toMatchObject({ cancelRequested: false });
  });

  it('ends a run when none of its segments may write any more, and lets none of them write behind that', async () => {
    const runId = await beginRun();
    const zombie = makeStore(runId);
    const { epoch, pageSeq } = await acquire(zombie);
    const end = () => finishInDatabase({ database: app }, { orgId, integrationId, runId }, 'canceled');

    const early = await end().catch((error: unknown) => error);
    expect(early).toBeInstanceOf(StillWritingError);
    expect(early).toMatchObject({ restMs: expect.closeTo(leaseMs, -4) });
    await expire();
    expect(await end()).toMatchObject({ outcome: 'canceled', counters: { read: 0 } });
    expect(await end()).toMatchObject({ outcome: 'canceled' });

    const change = { ...empty, settled: [settle('a', 'aa')], counters: { ...noCounters, read: 1, created: 1 } };
    await expect(zombie.checkpoint(epoch, pageSeq, change, leaseMs)).rejects.toThrow(LeaseLostError);
    await expect(zombie.renew(epoch, leaseMs)).rejects.toThrow(LeaseLostError);
    await expect(zombie.acquire(leaseMs)).rejects.toThrow(LeaseLostError);
    expect(await admin`select status, read from runs where id = ${runId}`).toMatchObject([
      { status: 'canceled', read: '0' },
    ]);
    expect(await acquire(makeStore(await beginRun()))).toMatchObject({ pageInDoubt: true });
  });

  it('ends no run as canceled while what a dead worker sent may still happen', async () => {
    const runId = await beginRun();
    await acquire(makeStore(runId));
    const end = () =>
      finishInDatabase({ database: app }, { orgId, integrationId, runId }, 'canceled').catch((error: unknown) => error);
    // As `releaseDead` leaves it.
    await admin`update streams set quiet_until = lease_until, lease_until = null, epoch = epoch + 1 where run_id = ${runId}`;

    expect(await end()).toBeInstanceOf(StillWritingError);
    await admin`update streams set quiet_until = now() where run_id = ${runId}`;
    expect(await end()).toMatchObject({ outcome: 'canceled' });
  });

  it('keeps the marks of a page as one, until each is decided or the page is done with', async () => {
    const runId = await beginRun();
    const store = makeStore(runId);
    const { epoch } = await acquire(store);
    const marks = ['a', 'b', 'c'].map((key) => ({ ...mark(key), targetId: `id-${key}` }));
    const listed = async (of: SegmentStore): Promise<unknown[]> =>
      (await of.pending(10)).map(({ sourceKey, targetId, known, body }) => ({ sourceKey, targetId, known, body }));
    const open = (key: string) => ({ sourceKey: key, targetId: `id-${key}`, known: false, body: {} });

    await store.mark(epoch, 0, marks, 'page');
    expect(await admin`select 1 from ledger where org_id = ${orgId}`).toHaveLength(0);
    await store.checkpoint(epoch, 0, { ...empty, settled: [settle('a', 'aa')], unmarked: ['b'] }, leaseMs);
    await store.release(epoch, true);

    const next = makeStore(runId);
    const taken = await acquire(next);
    expect(taken.hasPending).toBe(true);
    expect(await listed(next)).toEqual([open('c')]);
    await next.mark(taken.epoch, 0, marks.slice(0, 2), 'page');
    expect(await listed(next)).toEqual([open('b')]);
    await next.checkpoint(taken.epoch, 0, { ...empty, advance: { cursor: { page: 2 }, finished: false } }, leaseMs);
    expect(await listed(next)).toEqual([]);
    await next.release(taken.epoch, false);
    expect(await acquire(makeStore(runId))).toMatchObject({ hasPending: false });
    await expect(next.mark(taken.epoch, 1, marks, 'page')).rejects.toThrow(LeaseLostError);
  });

  it('checkpoints a page once: the same page again is refused', async () => {
    const runId = await beginRun();
    const store = makeStore(runId);
    const { epoch } = await acquire(store);
    const change = {
      ...empty,
      settled: [settle('a', 'aa')],
      counters: { ...noCounters, read: 1, created: 1 },
      advance: { cursor: { page: 2 }, finished: false },
    };

    await store.checkpoint(epoch, 0, change, leaseMs);

    await expect(store.checkpoint(epoch, 0, change, leaseMs)).rejects.toThrow(LeaseLostError);
    await store.release(epoch, false);
    expect(await acquire(makeStore(runId))).toMatchObject({
      pageSeq: 1,
      cursor: { page: 2 },
      counters: { read: 1, created: 1 },
    });
  });

  it('starts the reading of a new run at the beginning', async () => {
    const first = await beginRun();
    const store = makeStore(first);
    const { epoch } = await acquire(store);
    await store.checkpoint(epoch, 0, { ...empty, advance: { cursor: null, finished: true } }, leaseMs);
    await endRun(first);

    expect(await acquire(makeStore(await beginRun()))).toMatchObject({ pageSeq: 0, cursor: null, finished: false });
  });

  it('goes on where the run stopped that it resumes, while nobody has read the stream since', async () => {
    const stopped = await beginRun();
    const store = makeStore(stopped);
    const { epoch } = await acquire(store);
    await store.checkpoint(epoch, 0, { ...empty, advance: { cursor: { page: 2 }, finished: false } }, leaseMs);
    await store.release(epoch, true);
    await endRun(stopped);
    const options = { resumes: [newUuid(), stopped] };
    const first = await beginRun('running', options);

    const resumed = await acquire(makeStore(first));
    expect(resumed).toMatchObject({ pageSeq: 1, cursor: { page: 2 }, pageInDoubt: true, counters: { read: 0 } });
    await expect(store.renew(epoch, leaseMs)).rejects.toThrow(LeaseLostError);
    await makeStore(first).release(resumed.epoch, false);
    expect(await acquire(makeStore(first))).toMatchObject({ pageSeq: 1, cursor: { page: 2 } });
    await endRun(first);
    await expire();
    expect(await acquire(makeStore(await beginRun('running', options)))).toMatchObject({
      pageSeq: 0,
      cursor: null,
      finished: false,
    });
  });

  it('takes no lease for a run that is over', async () => {
    const runId = await beginRun('canceled');

    await expect(makeStore(runId).acquire(leaseMs)).rejects.toThrow(LeaseLostError);
  });

  it('lists only what differs, and marks what this page settled', async () => {
    const first = await beginRun();
    const store = makeStore(first);
    const lease = await acquire(store);
    await store.checkpoint(lease.epoch, 0, { ...empty, settled: [settle('same', 'a1'), settle('old', 'a1')] }, leaseMs);
    const entries = [
      { sourceKey: 'same', hash: 'a1' },
      { sourceKey: 'old', hash: 'a2' },
      { sourceKey: 'new', hash: 'a1' },
    ];

    expect(await diff(store, lease, entries)).toMatchObject([
      { index: 0, known: true, sameHash: true, settledHere: true },
      { index: 1, known: true, sameHash: false, settledHere: false, targetId: 'old', effectSeq: 1 },
      { index: 2, known: false, targetId: undefined, effectSeq: 0 },
    ]);
    await store.checkpoint(lease.epoch, 0, { ...empty, advance: { cursor: null, finished: true } }, leaseMs);
    await endRun(first);
    const next = makeStore(await beginRun());
    expect((await diff(next, await acquire(next), entries)).map((row) => row.index)).toEqual([1, 2]);
  });

  it('forgets hashes of what is about to change, and only under the lease', async () => {
    const runId = await beginRun();
    const store = makeStore(runId);
    const lease = await acquire(store);
    await store.checkpoint(lease.epoch, 0, { ...empty, settled: [settle('a', '0a')] }, leaseMs);

    await diff(store, { ...lease, epoch: lease.epoch - 1 }, [{ sourceKey: 'a', hash: '0b' }], true);
    expect(await diff(store, { ...lease, pageSeq: 9 }, [{ sourceKey: 'a', hash: '0a' }])).toEqual([]);
    await diff(store, lease, [{ sourceKey: 'a', hash: '0b' }], true);
    expect(await diff(store, { ...lease, pageSeq: 9 }, [{ sourceKey: 'a', hash: '0a' }])).toMatchObject([
      { known: true, sameHash: false },
    ]);
  });

  it('keeps marks with sealed bodies until they are settled or taken away, and never uses a sequence twice', async () => {
    const runId = await beginRun();
    const store = makeStore(runId);
    const { epoch } = await acquire(store);
    await store.mark(epoch, 0, [mark('a'), mark('b')], 'records');

    const pending = await store.pending(10);
    expect(pending).toMatchObject([
      { sourceKey: 'a', ownRun: true, known: false, body: { login: 'CANARY-a' } },
      { sourceKey: 'b', ownRun: true, known: false, body: { login: 'CANARY-b' } },
    ]);
    const [stored] = await admin<{ text: string }[]>`
      select string_agg(l::text || encode(pending_body, 'escape'), '') as text from ledger l
      where org_id = ${orgId}`;
    expect(stored?.text).not.toContain('CANARY');
    await store.checkpoint(epoch, 0, { ...empty, settled: [settle('a', 'aa')], unmarked: ['b'] }, leaseMs);
    expect(await store.pending(10)).toEqual([]);
    const rows = await store.diff({
      epoch,
      fingerprint,
      pageSeq: 9,
      ignoreHashes: true,
      forget: false,
      entries: [{ sourceKey: 'b', hash: 'aa' }],
    });
    expect(rows).toMatchObject([{ known: false, effectSeq: 1 }]);
  });

  it('knows the owner of a target record, within one target', async () => {
    const store = makeStore(await beginRun());
    const { epoch } = await acquire(store);
    await store.checkpoint(epoch, 0, { ...empty, settled: [settle('a', 'aa', 'login-1')] }, leaseMs);
    const claims = [
      { sourceKey: 'a', targetId: 'login-1' },
      { sourceKey: 'b', targetId: 'login-1' },
      { sourceKey: 'c', targetId: 'login-2' },
    ];

    expect(await store.owners(fingerprint, claims)).toEqual(new Map([['b', 'a']]));
    expect(await store.owners('elsewhere', claims)).toEqual(new Map());
  });

  it('gives a target record to whom a later definition gives it, where its key is another', async () => {
    const [before, now] = [['uuid'], ['id']].map((key) => JSON.stringify({ source: { key } }));
    await admin`
      insert into integration_revisions (org_id, integration_id, revision, definition, connection_ids)
      values (${orgId}, ${integrationId}, 1, ${before ?? ''}::text::jsonb, '{}'),
        (${orgId}, ${integrationId}, 2, ${now ?? ''}::text::jsonb, '{}')`;
    const first = await beginRun();
    const store = makeStore(first);
    const { epoch } = await acquire(store);
    const settled = [settle('a', 'aa', 'login-1')];
    await store.checkpoint(epoch, 0, { ...empty, settled, advance: { cursor: null, finished: true } }, leaseMs);
    const claims = [{ sourceKey: 'b', targetId: 'login-1' }];
    const refused = await store.owners(fingerprint, claims);
    await endRun(first);
    const second = await beginRun();
    await admin`update runs set revision = 2 where id = ${second}`;
    const next = makeStore(second);
    const lease = await acquire(next);

    const allowed = await next.owners(fingerprint, claims);
    await next.checkpoint(lease.epoch, 0, { ...empty, settled: [settle('b', 'aa', 'login-1')] }, leaseMs);

    expect([refused, allowed]).toEqual([new Map([['b', 'a']]), new Map()]);
    expect(await next.owners(fingerprint, [{ sourceKey: 'c', targetId: 'login-1' }])).toEqual(new Map([['c', 'b']]));
    const entries = [
      { sourceKey: 'a', hash: 'aa' },
      { sourceKey: 'b', hash: 'aa' },
    ];
    expect(await diff(next, { ...lease, pageSeq: 9 }, entries)).toMatchObject([
      { index: 0, known: false, targetId: undefined },
    ]);
    expect(await next.judgeAfter(fingerprint, null)).toMatchObject({ counts: { known: 1 } });
  });

  it('gives a target record to the object that a later definition reads', async () => {
    const first = await beginRun();
    const store = makeStore(first);
    const { epoch } = await acquire(store);
    const settled = [settle('a', 'aa', 'login-1')];
    await store.checkpoint(epoch, 0, { ...empty, settled, advance: { cursor: null, finished: true } }, leaseMs);
    await endRun(first);
    const next = makeStore(await beginRun(), 'employees');
    const lease = await acquire(next);

    const refused = await next.owners(fingerprint, [{ sourceKey: 'a', targetId: 'login-1' }]);
    await next.checkpoint(lease.epoch, 0, { ...empty, settled }, leaseMs);

    expect(refused).toEqual(new Map());
    const owners = await admin`
      select stream from ledger join streams on id = stream_id
      where streams.integration_id = ${integrationId} and target_id = 'login-1'`;
    expect(owners).toMatchObject([{ stream: 'employees' }]);
  });

  it('keeps dead letters sealed and masked, whatever characters they hold', async () => {
    const runId = await beginRun();
    const store = makeStore(runId);
    const { epoch } = await acquire(store);
    const record = { 'odd\u0000name': 'CANARY', nested: { text: 'half \ud800' } };

    await store.checkpoint(
      epoch,
      0,
      { ...empty, deadLetters: [{ sourceKey: 'a', code: 'x', field: 'f\u0000', message: 'm\u0000\ud800', record }] },
      leaseMs,
    );

    const [letter] = await admin`select masked, code, run_id from dead_letters where org_id = ${orgId}`;
    expect(letter).toMatchObject({ code: 'x', run_id: runId, masked: { oddname: 'text(6)' } });
    expect(JSON.stringify(letter)).not.toContain('CANARY');
  });
});
