import type postgres from 'postgres';
import type { Transaction } from '../../drizzle/client.ts';
import type { ServiceContext } from '../shared/context.ts';
import { type ApprovalRow, samplesMax } from './approval.ts';
import { selectVoice, type Voice } from './voices.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Reads approvals. @param where Speaks of `waits`, and may be followed by an order. */
export function selectApprovals(tx: Transaction, ctx: ServiceContext, voices: readonly Voice[], where: Fragment) {
  const { sql } = tx;
  return sql<ApprovalRow[]>`
    select waits.id, waits.integration_id, waits.run_id, waits.item_id, waits.step, waits.status, waits.message,
      waits.approvers, waits.quorum, waits.not_by, waits.together, waits.parked_at, waits.due_at, waits.ended_at, item.key,
      integration.name as integration_name, (
        select json_build_object('reason', held.reason, 'hash', held.hash, 'followed_by', held.followed_by,
          'count', held.count, 'sample', held.records[1:${samplesMax}]::text[])
        from withheld_changes as held where held.org_id = waits.org_id and held.wait_id = waits.id and waits.guarded_run_id is not null
      ) as guard, (${selectVoice(tx, ctx, voices)}) as voice,
      case when waits.together and waits.status = 'open' then (
        select count(*)::int from waits as others
        where others.org_id = waits.org_id and others.run_id = waits.run_id and others.step = waits.step
          and others.kind = 'approval' and others.status = 'open'
      ) end as count,
      exists (
        select 1 from items as newer
        where newer.org_id = waits.org_id and newer.integration_id = waits.integration_id and newer.key = item.key
          and newer.seq > item.seq and newer.status = 'held'
      ) as stale, (
        select coalesce(json_agg(json_build_object('actor', said.actor, 'decision', said.decision, 'comment', said.comment,
          'on_behalf_of', said.on_behalf_of, 'at', to_char(said.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by said.created_at, said.actor), '[]')
        from approval_decisions as said where said.org_id = waits.org_id and said.wait_id = waits.id
      ) as decisions
    from waits
    left join lateral (select key, seq from items where items.org_id = waits.org_id and items.id = waits.item_id) as item on true
    join lateral (
      select name from integrations where integrations.org_id = waits.org_id and integrations.id = waits.integration_id
    ) as integration on true
    ${where}`;
}

/** A condition for approvals that the caller may decide on, and has not yet. */
export function whereMine(tx: Transaction, ctx: ServiceContext, voices: readonly Voice[]): Fragment {
  return tx.sql`waits.status = 'open' and (${selectVoice(tx, ctx, voices)}) is not null`;
}

/** A condition that leaves, of open approvals that are decided on together, the first one. */
export function whereFirst({ sql }: Transaction): Fragment {
  return sql`
    not (waits.together and waits.status = 'open' and exists (
      select 1 from waits as earlier
      where earlier.org_id = waits.org_id and earlier.run_id = waits.run_id and earlier.step = waits.step
        and earlier.kind = 'approval' and earlier.status = 'open' and earlier.id < waits.id
    ))`;
}
