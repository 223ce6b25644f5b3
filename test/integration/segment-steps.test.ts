import { describe, expect, it } from 'vitest';
import type { Checkpoint, SegmentStore } from '../../engine/ports.ts';
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

/** Two steps of one integration that read the same object in one run. */
async function openBoth(): Promise<SegmentStore[]> {
  const runId = await hub.beginRun();
  return [hub.open(runId, 'people', 'joiners'), hub.open(runId, 'people', 'leavers')];
}

function keep(key: string, cursor: number): Partial<Checkpoint> {
  return {
    groups: { reset: false, stored: [{ key, state: { group: [key], fields: [] } }] },
    seen: { reset: false, sourceKeys: [key] },
    advance: { cursor, finished: false },
  };
}

describe('test/integration/segment-steps', () => {
  it('keeps apart where two steps stand that read one object, and what they have seen and grouped', async () => {
    const [joiners, leavers] = await openBoth();
    if (joiners === undefined || leavers === undefined) throw new Error('Two stores were opened.');
    const [mine, theirs] = [await acquire(joiners), await acquire(leavers)];

    await joiners.checkpoint(mine.epoch, 0, { ...emptyCheckpoint, ...keep('a', 1) }, leaseMs);
    await leavers.checkpoint(theirs.epoch, 0, { ...emptyCheckpoint, ...keep('a', 2) }, leaseMs);
    await joiners.checkpoint(
      mine.epoch,
      1,
      { ...emptyCheckpoint, groups: { reset: true, stored: [] }, seen: { reset: true, sourceKeys: [] } },
      leaseMs,
    );

    expect(await joiners.groupsAfter(null, 10)).toEqual([]);
    expect(await leavers.groupsAfter(null, 10)).toMatchObject([{ key: 'a' }]);
    expect(
      await hub.admin`
        select step, source_keys from seen_pages where integration_id = ${hub.integrationId} order by step, page_seq`,
    ).toMatchObject([
      { step: 'joiners', source_keys: [] },
      { step: 'leavers', source_keys: ['a'] },
    ]);
    await joiners.release(mine.epoch, false);
    expect(await acquire(joiners)).toMatchObject({ cursor: 1 });
  });

  it('keeps apart what they wrote, and what is under way', async () => {
    const [joiners, leavers] = await openBoth();
    if (joiners === undefined || leavers === undefined) throw new Error('Two stores were opened.');
    const [mine, theirs] = [await acquire(joiners), await acquire(leavers)];

    await joiners.checkpoint(mine.epoch, 0, { ...emptyCheckpoint, settled: [settle('a', 'a1')] }, leaseMs);
    await joiners.mark(mine.epoch, 0, [mark('b')], 'page');

    expect(await diff(leavers, theirs, [{ sourceKey: 'a', hash: 'a1' }])).toMatchObject([{ known: false }]);
    expect(await leavers.pending(10)).toEqual([]);
    expect(await joiners.pending(10)).toMatchObject([{ sourceKey: 'b' }]);
  });
});
