import { z } from 'zod';
import type { Pipeline } from '../../drizzle/index.ts';
import type { SegmentStore, StoredGroup } from '../../engine/ports.ts';
import type { Opener, Sealer } from '../../vault/index.ts';
import { type StreamAddress, toSealedList } from './segment-statements.ts';

/** What is stored of groups, in the order of their keys' bytes. */
export interface GroupSqlRow {
  group_key: string;
  sealed: Buffer;
}

function selectGroups(
  { sql }: Pipeline,
  { orgId, integrationId, stream, step }: StreamAddress,
  keys: readonly string[],
) {
  return sql<GroupSqlRow[]>`
    select group_key, sealed from record_groups
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}
      and group_key = any(${[...keys]}::text[])`.execute();
}

export function selectGroupsAfter(
  { sql }: Pipeline,
  { orgId, integrationId, stream, step }: StreamAddress,
  after: string | null,
  limit: number,
) {
  return sql<GroupSqlRow[]>`
    select group_key, sealed from record_groups
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}
      ${after === null ? sql`` : sql`and group_key > ${after}`}
    order by group_key limit ${limit}`.execute();
}

/** How a store reads groups, each opened. */
export function readGroupsFrom(
  inTenant: (work: (tx: Pipeline) => PromiseLike<GroupSqlRow[]>) => Promise<GroupSqlRow[]>,
  address: StreamAddress,
  opener: Opener,
): Pick<SegmentStore, 'groups' | 'groupsAfter'> {
  const { orgId, integrationId } = address;
  const open = async ({ group_key: key, sealed }: GroupSqlRow): Promise<StoredGroup> => ({
    key,
    state: groupState.parse(await opener.open({ purpose: 'record', orgId, integrationId }, sealed)),
  });
  return {
    groups: async (keys) => {
      const rows = await inTenant((tx) => selectGroups(tx, address, keys));
      const groups = await Promise.all(rows.map(open));
      return new Map(groups.map(({ key, state }) => [key, state]));
    },
    groupsAfter: async (key, limit) => {
      const rows = await inTenant((tx) => selectGroupsAfter(tx, address, key, limit));
      return Promise.all(rows.map(open));
    },
  };
}

const groupState = z.object({ group: z.array(z.json()), fields: z.array(z.json()) });

export interface SealedGroup {
  key: string;
  sealed: Buffer;
}

export function sealGroups(sealer: Sealer, groups: readonly StoredGroup[]): SealedGroup[] {
  return groups.map(({ key, state }) => ({ key, sealed: sealer.seal({ ...state }) }));
}

export function storeGroups(
  { sql }: Pipeline,
  { orgId, integrationId, stream, step }: StreamAddress,
  groups: readonly SealedGroup[],
) {
  return sql`
    insert into record_groups (org_id, integration_id, stream, step, group_key, sealed)
    select ${orgId}, ${integrationId}, ${stream}, ${step}, entry.group_key, entry.sealed
    from unnest(${groups.map(({ key }) => key)}::text[], ${toSealedList(groups.map(({ sealed }) => sealed))}::text::bytea[])
      as entry (group_key, sealed)
    on conflict (org_id, integration_id, stream, step, group_key) do update set sealed = excluded.sealed`.execute();
}

export function deleteGroups({ sql }: Pipeline, { orgId, integrationId, stream, step }: StreamAddress) {
  return sql`
    delete from record_groups
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}`.execute();
}
