import { describe, expect, it } from 'vitest';
import { finishInDatabase, StillWritingError } from '../../runs/store/finish-in-database.ts';
import { takeWith, withinLease } from '../../runs/store/segment-store.ts';
import { newUuid } from '../../core/ids.ts';
import { noCounters } from '../../core/pure/counters.ts';
import { type Acquired, type Checkpoint, LeaseLostError, type SegmentStore } from '../../engine/ports.ts';
import {
  acquire,
  emptyCheckpoint,
  leaseMs,
  mark,
  settle,
  useSegmentStores,
} from '../harness/database/segment-stores.ts';

const hub = useSegmentStores();

/** Ends a run as canceled, as its workflow does. */
function cancel(runId: string): ReturnType<typeof finishInDatabase> {
  const { app: database, orgId, integrationId } = hub;
  return finishInDatabase({ database }, { orgId, integrationId, runId }, 'canceled');
}

describe('test/integration/segment-lease', () => {
  it('gives the lease to one segment at a time, with a higher epoch each time', async () => {
    const runId = await hub.beginRun();
    const first = await acquire(hub.open(runId));

    expect(await hub.open(runId).acquire(leaseMs)).toMatchObject({ status: 'busy' });
    await hub.open(runId).release(first.epoch, false);
    const second = await acquire(hub.open(runId));
    expect(second).toMatchObject({ epoch: first.epoch + 1, pageInDoubt: false, cursor: null });
  });

  it('gives it to exactly one of many that ask at once', async () => {
    const runId = await hub.beginRun();

    const answers = await Promise.all(Array.from({ length: 20 }, () => hub.open(runId).acquire(leaseMs)));

    expect(answers.filter((answer) => answer.status === 'acquired')).toHaveLength(1);
  });

  it('takes no lease for a run that is over', async () => {
    const runId = await hub.beginRun('canceled');

    await expect(hub.open(runId).acquire(leaseMs)).rejects.toThrow(LeaseLostError);
  });

  it('carries out nothing beside a stream whose lease was taken over', async () => {
    const runId = await hub.beginRun();
    const { app: database, orgId, integrationId } = hub;
    const address = { orgId, integrationId, runId, stream: 'people', step: 'sync' };
    const rename = (held: Acquired, name: string): Promise<unknown> =>
      withinLease(
        database,
        address,
        held,
        ({ sql }) => sql`update integrations set name = ${name} where id = ${integrationId} returning name`,
      );
    const lost = await acquire(hub.open(runId));
    await hub.expire();
    const held = await acquire(hub.open(runId));

    await expect(rename(lost, 'lost')).rejects.toThrow(LeaseLostError);
    await expect(rename(held, 'held')).resolves.toMatchObject([{ name: 'held' }]);
  });

  it('carries out what goes along with a lease only where it is had, for a run that goes on without failures', async () => {
    const runId = await hub.beginRun();
    const { app: database, orgId, integrationId, admin } = hub;
    const address = { orgId, integrationId, runId, stream: 'people', step: 'sync' };
    const rename = (name: string): ReturnType<typeof takeWith> =>
      takeWith(database, address, { leaseMs, holder: undefined }, ({ sql }) =>
        sql`update integrations set name = ${name} where id = ${integrationId} returning name`.execute(),
      );
    const asNew = await rename('new');
    const { epoch } = await acquire(hub.open(runId));
    const asBusy = await rename('busy');
    await hub.open(runId).release(epoch, false);
    await admin`update runs set failed = 1 where id = ${runId}`;
    const asFailed = await rename('failed');
    await admin`update runs set failed = 0, cancel_requested_at = now() where id = ${runId}`;
    const asCanceled = await rename('canceled');
    const [{ name } = { name: undefined }] = await admin`select name from integrations where id = ${integrationId}`;
    await admin`update runs set cancel_requested_at = null where id = ${runId}`;

    expect([asNew, asBusy, asFailed, asCanceled, name]).toEqual([undefined, undefined, undefined, undefined, 'test']);
    expect(await rename('had')).toMatchObject({ lease: { epoch: epoch + 1 }, result: [{ name: 'had' }] });
    expect(await hub.open(runId).acquire(leaseMs)).toMatchObject({ status: 'busy' });
  });

  it('refuses everything of a segment whose lease was taken over, and says that its page is in doubt', async () => {
    const runId = await hub.beginRun();
    const zombie = hub.open(runId);
    const lost = await acquire(zombie);
    await hub.expire();
    const next = await acquire(hub.open(runId));

    expect(next).toMatchObject({ epoch: lost.epoch + 1, pageInDoubt: true });
    await expect(zombie.renew(lost.epoch, leaseMs)).rejects.toThrow(LeaseLostError);
    await expect(zombie.mark(lost.epoch, 0, [mark('a')], 'records')).rejects.toThrow(LeaseLostError);
    const change = {
      ...emptyCheckpoint,
      settled: [settle('a', 'aa')],
      counters: { ...noCounters, read: 1, created: 1 },
    };
    await expect(zombie.checkpoint(lost.epoch, 0, change, leaseMs)).rejects.toThrow(LeaseLostError);
    await zombie.release(lost.epoch, false);
    expect(await hub.admin`select 1 from ledger where org_id = ${hub.orgId}`).toHaveLength(0);
    expect(await hub.admin`select read from runs where id = ${runId}`).toMatchObject([{ read: '0' }]);
    await expect(hub.open(runId).renew(next.epoch, leaseMs)).resolves.toMatchObject({ cancelRequested: false });
  });

  it.each([
    [
      'its last checkpoint',
      (store: SegmentStore, epoch: number) =>
        store.checkpoint(epoch, 0, { ...emptyCheckpoint, advance: { cursor: null, finished: true } }, leaseMs),
    ],
    ['it let the lease go', (store: SegmentStore, epoch: number) => store.release(epoch, false)],
  ])('renews no lease of a segment after %s: a renewal that was on its way closes nothing', async (_, end) => {
    const runId = await hub.beginRun();
    const store = hub.open(runId);
    const { epoch } = await acquire(store);
    await end(store, epoch);

    await expect(store.renew(epoch, leaseMs)).rejects.toThrow(LeaseLostError);
    expect(await acquire(hub.open(runId))).toMatchObject({ epoch: epoch + 1, pageInDoubt: false });
  });

  it('ends a run when none of its segments may write any more, and lets none of them write behind that', async () => {
    const runId = await hub.beginRun();
    const zombie = hub.open(runId);
    const { epoch, pageSeq } = await acquire(zombie);
    const end = () => cancel(runId);

    const early = await end().catch((error: unknown) => error);
    expect(early).toBeInstanceOf(StillWritingError);
    expect(early).toMatchObject({ restMs: expect.closeTo(leaseMs, -4) });
    await hub.expire();
    expect(await end()).toMatchObject({ outcome: 'canceled', counters: { read: 0 } });
    expect(await end()).toMatchObject({ outcome: 'canceled' });

    const change = {
      ...emptyCheckpoint,
      settled: [settle('a', 'aa')],
      counters: { ...noCounters, read: 1, created: 1 },
    };
    await expect(zombie.checkpoint(epoch, pageSeq, change, leaseMs)).rejects.toThrow(LeaseLostError);
    await expect(zombie.renew(epoch, leaseMs)).rejects.toThrow(LeaseLostError);
    await expect(zombie.acquire(leaseMs)).rejects.toThrow(LeaseLostError);
    expect(await hub.admin`select status, read from runs where id = ${runId}`).toMatchObject([
      { status: 'canceled', read: '0' },
    ]);
    expect(await acquire(hub.open(await hub.beginRun()))).toMatchObject({ pageInDoubt: true });
  });

  it('ends no run as canceled while what a dead worker sent may still happen', async () => {
    const runId = await hub.beginRun();
    await acquire(hub.open(runId));
    const end = () => cancel(runId).catch((error: unknown) => error);
    // As `releaseDead` leaves it.
    await hub.admin`update streams set quiet_until = lease_until, lease_until = null, epoch = epoch + 1 where run_id = ${runId}`;

    expect(await end()).toBeInstanceOf(StillWritingError);
    await hub.admin`update streams set quiet_until = now() - interval '1 s' where run_id = ${runId}`;
    expect(await end()).toMatchObject({ outcome: 'canceled' });
  });

  it('keeps the watermark for later runs, until it is taken away', async () => {
    const move = async (advance: NonNullable<Checkpoint['advance']>): Promise<unknown> => {
      const runId = await hub.beginRun();
      const store = hub.open(runId);
      const taken = await acquire(store);
      await store.checkpoint(taken.epoch, taken.pageSeq, { ...emptyCheckpoint, advance }, leaseMs);
      await hub.endRun(runId);
      return taken.watermark;
    };

    const seen = [
      await move({ cursor: null, finished: true, watermark: { of: 'x', at: 7 } }),
      await move({ cursor: null, finished: true }),
      await move({ cursor: null, finished: true, watermark: null }),
      (await acquire(hub.open(await hub.beginRun()))).watermark,
    ];

    expect(seen).toEqual([null, { of: 'x', at: 7 }, { of: 'x', at: 7 }, null]);
  });

  it('checkpoints a page once: the same page again is refused', async () => {
    const runId = await hub.beginRun();
    const store = hub.open(runId);
    const { epoch } = await acquire(store);
    const change = {
      ...emptyCheckpoint,
      settled: [settle('a', 'aa')],
      counters: { ...noCounters, read: 1, created: 1 },
      advance: { cursor: { page: 2 }, finished: false },
    };

    await store.checkpoint(epoch, 0, change, leaseMs);

    await expect(store.checkpoint(epoch, 0, change, leaseMs)).rejects.toThrow(LeaseLostError);
    await store.release(epoch, false);
    expect(await acquire(hub.open(runId))).toMatchObject({
      pageSeq: 1,
      cursor: { page: 2 },
      counters: { read: 1, created: 1 },
    });
  });

  it('starts the reading of a new run at the beginning', async () => {
    const first = await hub.beginRun();
    const store = hub.open(first);
    const { epoch } = await acquire(store);
    await store.checkpoint(epoch, 0, { ...emptyCheckpoint, advance: { cursor: null, finished: true } }, leaseMs);
    await hub.endRun(first);

    expect(await acquire(hub.open(await hub.beginRun()))).toMatchObject({ pageSeq: 0, cursor: null, finished: false });
  });

  it('goes on where the run stopped that it resumes, while nobody has read the stream since', async () => {
    const stopped = await hub.beginRun();
    const store = hub.open(stopped);
    const { epoch } = await acquire(store);
    await store.checkpoint(
      epoch,
      0,
      { ...emptyCheckpoint, advance: { cursor: { page: 2 }, finished: false } },
      leaseMs,
    );
    await store.release(epoch, true);
    await hub.endRun(stopped);
    const options = { resumes: [newUuid(), stopped] };
    const first = await hub.beginRun('running', options);

    const resumed = await acquire(hub.open(first));
    expect(resumed).toMatchObject({ pageSeq: 1, cursor: { page: 2 }, pageInDoubt: true, counters: { read: 0 } });
    await expect(store.renew(epoch, leaseMs)).rejects.toThrow(LeaseLostError);
    await hub.open(first).release(resumed.epoch, false);
    expect(await acquire(hub.open(first))).toMatchObject({ pageSeq: 1, cursor: { page: 2 } });
    await hub.endRun(first);
    await hub.expire();
    expect(await acquire(hub.open(await hub.beginRun('running', options)))).toMatchObject({
      pageSeq: 0,
      cursor: null,
      finished: false,
    });
  });
});
