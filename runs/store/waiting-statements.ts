import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { Checkpoint, SegmentStore, WaitingRecord } from '../../engine/ports.ts';
import type { Opener, Sealer } from '../../vault/index.ts';
import {
  deleteGroups,
  type GroupSqlRow,
  type SealedGroup,
  sealGroups,
  selectGroupsAfter,
  storeGroups,
} from './group-statements.ts';
import type { StreamAddress } from './segment-statements.ts';

/**
 * Records that wait for others to be written. They stand where groups do, sealed under the key of their source: a stream
 * has the one or the other, and what an earlier definition left goes with the first page of a reading.
 */
export function readWaitingFrom(
  inTenant: (work: (tx: Pipeline) => PromiseLike<GroupSqlRow[]>) => Promise<GroupSqlRow[]>,
  address: StreamAddress,
  opener: Opener,
): Pick<SegmentStore, 'waitingAfter'> {
  const { orgId, integrationId } = address;
  const open = async ({ group_key: sourceKey, sealed }: GroupSqlRow): Promise<WaitingRecord> => {
    const opened = await opener.open({ purpose: 'record', orgId, integrationId }, sealed);
    return { sourceKey, ...waitingRecord.parse(opened) };
  };
  return {
    waitingAfter: async (key, limit) => {
      const rows = await inTenant((tx) => selectGroupsAfter(tx, address, key, limit));
      return Promise.all(rows.map(open));
    },
  };
}

const waitingRecord = z.object({ record: z.custom<JsonObject>(), counted: z.boolean() });

/** Seals what a page adds to the groups of its stream, or to the records that wait. */
export function sealKept(sealer: Sealer, { groups, waiting }: Pick<Checkpoint, 'groups' | 'waiting'>): SealedGroup[] {
  const { stored = [] } = waiting ?? {};
  return [
    ...sealGroups(sealer, groups?.stored ?? []),
    ...stored.map(({ sourceKey, record, counted }) => ({ key: sourceKey, sealed: sealer.seal({ record, counted }) })),
  ];
}

/** Writes down what a page adds, after what it takes away. */
export function keepRecords(
  tx: Pipeline,
  address: StreamAddress,
  { groups, waiting }: Pick<Checkpoint, 'groups' | 'waiting'>,
  sealed: readonly SealedGroup[],
): PromiseLike<unknown> {
  const { done = [] } = waiting ?? {};
  const restarts = groups?.reset === true || waiting?.reset === true;
  return Promise.all([
    restarts ? deleteGroups(tx, address) : undefined,
    !restarts && done.length > 0 ? deleteWaiting(tx, address, done) : undefined,
    sealed.length > 0 ? storeGroups(tx, address, sealed) : undefined,
  ]);
}

function deleteWaiting(
  { sql }: Pipeline,
  { orgId, integrationId, stream, step }: StreamAddress,
  sourceKeys: readonly string[],
) {
  return sql`
    delete from record_groups
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}
      and group_key = any(${[...sourceKeys]}::text[])`.execute();
}
