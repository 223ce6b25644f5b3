import { describe, expect, it } from 'vitest';
import { LeaseLostError, type SegmentStore } from '../../engine/ports.ts';
import {
  acquire,
  diff,
  emptyCheckpoint,
  leaseMs,
  mark,
  settle,
  useSegmentStores,
} from '../harness/database/segment-stores.ts';

const hub = useSegmentStores();
const { fingerprint } = emptyCheckpoint;

describe('test/integration/segment-ledger', () => {
  it('lists only what differs, and marks what this page settled', async () => {
    const first = await hub.beginRun();
    const store = hub.open(first);
    const lease = await acquire(store);
    await store.checkpoint(
      lease.epoch,
      0,
      { ...emptyCheckpoint, settled: [settle('same', 'a1'), settle('old', 'a1')] },
      leaseMs,
    );
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
    await store.checkpoint(lease.epoch, 0, { ...emptyCheckpoint, advance: { cursor: null, finished: true } }, leaseMs);
    await hub.endRun(first);
    const next = hub.open(await hub.beginRun());
    expect((await diff(next, await acquire(next), entries)).map((row) => row.index)).toEqual([1, 2]);
  });

  it('tells by the pages that settled rows, and by what is noted, which keys several pages of a reading show', async () => {
    const read = async (
      of: SegmentStore,
      { epoch }: { epoch: number },
      pageSeq: number,
      hash: string,
      onPage = false,
    ) => {
      const query = { epoch, fingerprint, pageSeq, ignoreHashes: false, forget: true };
      const repeats = { onPage: onPage ? ['a'] : [] };
      const [row] = await of.diff({ ...query, repeats, entries: [{ sourceKey: 'a', hash }] });
      return row && (row.repeat ?? 'none');
    };
    const first = await hub.beginRun();
    const store = hub.open(first);
    const lease = await acquire(store);
    const next = { cursor: { page: 1 }, finished: false };
    await store.checkpoint(
      lease.epoch,
      0,
      { ...emptyCheckpoint, settled: [settle('a', '0a')], advance: next },
      leaseMs,
    );

    const fresh = { noted: false, waits: false };
    expect(await read(store, lease, 1, '0a')).toBeUndefined();
    expect(await read(store, lease, 1, '0b')).toEqual({ ...fresh, again: true, differs: true });
    expect(await read(store, lease, 0, '0a', true)).toEqual({ ...fresh, again: false, differs: false });
    const waiting = { reset: false, stored: [{ sourceKey: 'a', record: { of: 'b' }, counted: false }], done: [] };
    const noted = { waiting, repeats: { again: ['a'], once: [] }, advance: { cursor: { page: 2 }, finished: false } };
    await store.checkpoint(lease.epoch, 1, { ...emptyCheckpoint, ...noted }, leaseMs);
    expect(await read(store, lease, 2, '0a')).toEqual({ noted: true, again: true, waits: true, differs: false });
    await store.release(lease.epoch, false);
    expect(await acquire(hub.open(first))).toMatchObject({ hasWaiting: true });
    await hub.endRun(first);
    await hub.expire();

    const later = hub.open(await hub.beginRun());
    const taken = await acquire(later);
    expect(await read(later, taken, 0, '0b')).toEqual({ noted: true, again: false, waits: false, differs: true });
    await later.checkpoint(taken.epoch, 0, { ...emptyCheckpoint, repeats: { again: [], once: ['a'] } }, leaseMs);
    expect(await read(later, taken, 0, '0b')).toBe('none');
  });

  it('knows rows by other forms of their keys: one that is there first, then one that was switched off', async () => {
    const runId = await hub.beginRun();
    const store = hub.open(runId);
    const { epoch } = await acquire(store);
    const [number, text] = ['[7,"a"]', '["7","a"]'];
    const forms = [number, text];
    const ask = async (sourceKey: string, hash: string | undefined) => {
      const query = { epoch, fingerprint, pageSeq: 9, ignoreHashes: false, forget: true };
      return (await store.diff({ ...query, entries: [{ sourceKey, hash, forms }] }))[0];
    };
    const found = { known: true, storedKey: number };

    expect(await ask(text, '0a')).toMatchObject({ known: false });
    await store.checkpoint(epoch, 0, { ...emptyCheckpoint, settled: [settle(number, '0a', 't1')] }, leaseMs);
    expect(await ask(text, '0a')).toMatchObject({ ...found, isSame: true });
    expect(await ask(text, undefined)).toMatchObject({ ...found, isSame: true });
    expect(await ask(number, '0a')).toBeUndefined();
    expect(await ask(text, '0b')).toMatchObject({ ...found, targetId: 't1', sameHash: false });
    expect(await ask(text, '0a')).toMatchObject({ ...found, sameHash: false });

    await store.checkpoint(epoch, 0, { ...emptyCheckpoint, settled: [settle(text, '0a', 't2')] }, leaseMs);
    expect(await ask(text, '0a')).toBeUndefined();
    await store.checkpoint(epoch, 0, { ...emptyCheckpoint, removed: [number] }, leaseMs);
    expect(await ask(number, '0a')).toMatchObject({ known: true, storedKey: text, isSame: true });
    await store.checkpoint(epoch, 0, { ...emptyCheckpoint, removed: [text], deactivates: true }, leaseMs);
    expect(await ask(text, '0a')).toMatchObject({ known: false, deactivated: true, targetId: 't2' });
  });

  it('takes what the run before settled on a later page for what comes there again', async () => {
    const first = await hub.beginRun();
    const store = hub.open(first);
    const { epoch } = await acquire(store);
    await store.checkpoint(
      epoch,
      0,
      { ...emptyCheckpoint, advance: { cursor: { page: 1 }, finished: false } },
      leaseMs,
    );
    const last = { settled: [settle('a', '0a')], advance: { cursor: null, finished: true } };
    await store.checkpoint(epoch, 1, { ...emptyCheckpoint, ...last }, leaseMs);
    await hub.endRun(first);
    const query = { fingerprint, pageSeq: 0, ignoreHashes: false, forget: false, repeats: { onPage: [] } };
    const seen: unknown[] = [];
    for (let run = 0; run < 2; run += 1) {
      const runId = await hub.beginRun();
      const later = hub.open(runId);
      const taken = await acquire(later);
      for (const pageSeq of [0, 1]) {
        const entries = [{ sourceKey: 'a', hash: '0b' }];
        seen.push((await later.diff({ ...query, epoch: taken.epoch, pageSeq, entries }))[0]?.repeat);
      }
      await later.release(taken.epoch, false);
      await hub.endRun(runId);
    }

    expect(seen).toEqual([
      { noted: false, again: false, waits: false, differs: true },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('forgets hashes of what is about to change, and only under the lease', async () => {
    const runId = await hub.beginRun();
    const store = hub.open(runId);
    const lease = await acquire(store);
    await store.checkpoint(lease.epoch, 0, { ...emptyCheckpoint, settled: [settle('a', '0a')] }, leaseMs);

    await diff(store, { ...lease, epoch: lease.epoch - 1 }, [{ sourceKey: 'a', hash: '0b' }], true);
    expect(await diff(store, { ...lease, pageSeq: 9 }, [{ sourceKey: 'a', hash: '0a' }])).toEqual([]);
    await diff(store, lease, [{ sourceKey: 'a', hash: '0b' }], true);
    expect(await diff(store, { ...lease, pageSeq: 9 }, [{ sourceKey: 'a', hash: '0a' }])).toMatchObject([
      { known: true, sameHash: false },
    ]);
  });

  it('keeps marks with sealed bodies until they are settled or taken away, and never uses a sequence twice', async () => {
    const runId = await hub.beginRun();
    const store = hub.open(runId);
    const { epoch } = await acquire(store);
    await store.mark(epoch, 0, [mark('a'), mark('b')], 'records');

    const pending = await store.pending(10);
    expect(pending).toMatchObject([
      { sourceKey: 'a', ownRun: true, known: false, body: { login: 'CANARY-a' } },
      { sourceKey: 'b', ownRun: true, known: false, body: { login: 'CANARY-b' } },
    ]);
    const [stored] = await hub.admin<{ text: string }[]>`
      select string_agg(l::text || encode(pending_body, 'escape'), '') as text from ledger l
      where org_id = ${hub.orgId}`;
    expect(stored?.text).not.toContain('CANARY');
    await store.checkpoint(epoch, 0, { ...emptyCheckpoint, settled: [settle('a', 'aa')], unmarked: ['b'] }, leaseMs);
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

  it('keeps the marks of a page as one, until each is decided or the page is done with', async () => {
    const runId = await hub.beginRun();
    const store = hub.open(runId);
    const { epoch } = await acquire(store);
    const marks = ['a', 'b', 'c'].map((key) => ({ ...mark(key), targetId: `id-${key}` }));
    const listed = async (of: SegmentStore): Promise<unknown[]> =>
      (await of.pending(10)).map(({ sourceKey, targetId, known, body }) => ({ sourceKey, targetId, known, body }));
    const open = (key: string) => ({ sourceKey: key, targetId: `id-${key}`, known: false, body: {} });

    await store.mark(epoch, 0, marks, 'page');
    expect(await hub.admin`select 1 from ledger where org_id = ${hub.orgId}`).toHaveLength(0);
    await store.checkpoint(epoch, 0, { ...emptyCheckpoint, settled: [settle('a', 'aa')], unmarked: ['b'] }, leaseMs);
    await store.release(epoch, true);

    const next = hub.open(runId);
    const taken = await acquire(next);
    expect(taken.hasPending).toBe(true);
    expect(await listed(next)).toEqual([open('c')]);
    await next.mark(taken.epoch, 0, marks.slice(0, 2), 'page');
    expect(await listed(next)).toEqual([open('b')]);
    await next.checkpoint(
      taken.epoch,
      0,
      { ...emptyCheckpoint, advance: { cursor: { page: 2 }, finished: false } },
      leaseMs,
    );
    expect(await listed(next)).toEqual([]);
    await next.release(taken.epoch, false);
    expect(await acquire(hub.open(runId))).toMatchObject({ hasPending: false });
    await expect(next.mark(taken.epoch, 1, marks, 'page')).rejects.toThrow(LeaseLostError);
  });

  it('knows the owner of a target record, within one target', async () => {
    const store = hub.open(await hub.beginRun());
    const { epoch } = await acquire(store);
    await store.checkpoint(epoch, 0, { ...emptyCheckpoint, settled: [settle('a', 'aa', 'login-1')] }, leaseMs);
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
    await hub.admin`
      insert into integration_revisions (org_id, integration_id, revision, definition, connection_ids)
      values (${hub.orgId}, ${hub.integrationId}, 1, ${before ?? ''}::text::jsonb, '{}'),
        (${hub.orgId}, ${hub.integrationId}, 2, ${now ?? ''}::text::jsonb, '{}')`;
    const first = await hub.beginRun();
    const store = hub.open(first);
    const { epoch } = await acquire(store);
    const settled = [settle('a', 'aa', 'login-1')];
    await store.checkpoint(
      epoch,
      0,
      { ...emptyCheckpoint, settled, advance: { cursor: null, finished: true } },
      leaseMs,
    );
    const claims = [{ sourceKey: 'b', targetId: 'login-1' }];
    const refused = await store.owners(fingerprint, claims);
    await hub.endRun(first);
    const second = await hub.beginRun();
    await hub.admin`update runs set revision = 2 where id = ${second}`;
    const next = hub.open(second);
    const lease = await acquire(next);

    const allowed = await next.owners(fingerprint, claims);
    await next.checkpoint(lease.epoch, 0, { ...emptyCheckpoint, settled: [settle('b', 'aa', 'login-1')] }, leaseMs);

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
    const first = await hub.beginRun();
    const store = hub.open(first);
    const { epoch } = await acquire(store);
    const settled = [settle('a', 'aa', 'login-1')];
    await store.checkpoint(
      epoch,
      0,
      { ...emptyCheckpoint, settled, advance: { cursor: null, finished: true } },
      leaseMs,
    );
    await hub.endRun(first);
    const next = hub.open(await hub.beginRun(), 'employees');
    const lease = await acquire(next);

    const refused = await next.owners(fingerprint, [{ sourceKey: 'a', targetId: 'login-1' }]);
    await next.checkpoint(lease.epoch, 0, { ...emptyCheckpoint, settled }, leaseMs);

    expect(refused).toEqual(new Map());
    const owners = await hub.admin`
      select stream from ledger join streams on id = stream_id
      where streams.integration_id = ${hub.integrationId} and target_id = 'login-1'`;
    expect(owners).toMatchObject([{ stream: 'employees' }]);
  });

  it('keeps dead letters sealed and masked, whatever characters they hold', async () => {
    const runId = await hub.beginRun();
    const store = hub.open(runId);
    const { epoch } = await acquire(store);
    const record = { 'odd\u0000name': 'CANARY', nested: { text: 'half \ud800' } };

    await store.checkpoint(
      epoch,
      0,
      {
        ...emptyCheckpoint,
        deadLetters: [{ sourceKey: 'a', code: 'x', field: 'f\u0000', message: 'm\u0000\ud800', record }],
      },
      leaseMs,
    );

    const [deadLetter] = await hub.admin`select masked, code, run_id from dead_letters where org_id = ${hub.orgId}`;
    expect(deadLetter).toMatchObject({ code: 'x', run_id: runId, masked: { oddname: 'text(6)' } });
    expect(JSON.stringify(deadLetter)).not.toContain('CANARY');
  });

  it('takes at most 200 bytes for a record, indexes included', async () => {
    const count = 5000;
    const store = hub.open(await hub.beginRun());
    const { epoch } = await acquire(store);
    const settled = Array.from({ length: count }, (_, n) => settle(`p${100_000 + n}`, 'ab'.repeat(16)));
    const size = async (): Promise<number> => {
      const [row] = await hub.admin<{ bytes: number }[]>`select pg_total_relation_size('ledger')::float8 as bytes`;
      return row?.bytes ?? 0;
    };
    const before = await size();

    await store.checkpoint(epoch, 0, { ...emptyCheckpoint, settled }, leaseMs);

    expect(((await size()) - before) / count).toBeLessThan(200);
  });
});
