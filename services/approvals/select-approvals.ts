import type postgres from 'postgres';
import type { Transaction } from '../../drizzle/client.ts';
import { hasScope } from '../shared/scopes.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { ApprovalRow } from './approval.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Reads approvals. @param where Speaks of `waits`, and may be followed by an order. */
export function selectApprovals(tx: Transaction, ctx: ServiceContext, where: Fragment) {
  const { sql } = tx;
  return sql<ApprovalRow[]>`
    select waits.id, waits.integration_id, waits.run_id, waits.item_id, waits.step, waits.status, waits.message,
      waits.approvers, waits.quorum, waits.not_by, waits.parked_at, waits.due_at, waits.ended_at, item.key,
      integration.name as integration_name, (${whereMine(tx, ctx)}) as may_decide,
      exists (
        select 1 from items as newer
        where newer.org_id = waits.org_id and newer.integration_id = waits.integration_id and newer.key = item.key
          and newer.seq > item.seq and newer.status = 'held'
      ) as stale, (
        select coalesce(json_agg(json_build_object('actor', said.actor, 'decision', said.decision, 'comment', said.comment,
          'at', to_char(said.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by said.created_at, said.actor), '[]')
        from approval_decisions as said where said.org_id = waits.org_id and said.wait_id = waits.id
      ) as decisions
    from waits
    join lateral (select key, seq from items where items.org_id = waits.org_id and items.id = waits.item_id) as item on true
    join lateral (
      select name from integrations where integrations.org_id = waits.org_id and integrations.id = waits.integration_id
    ) as integration on true
    ${where}`;
}

/**
 * A condition for approvals that the caller may decide on, and has not yet.
 *
 * A role for an account counts for the integrations of that account.
 */
export function whereMine({ sql }: Transaction, ctx: ServiceContext): Fragment {
  const { orgId, actor, session } = ctx;
  if (!hasScope(ctx.scopes, 'runs:approve')) return sql`false`;
  const grants = session?.grants ?? [];
  const names = ['anyone', session === undefined ? `key:${actor}` : `member:${actor}`];
  const everywhere = grants.filter(({ account_id: account }) => account === null).map(({ role }) => `role:${role}`);
  const limited = grants.flatMap(({ role, account_id: account }) => (account === null ? [] : [{ role, account }]));
  return sql`
    waits.status = 'open' and waits.not_by is distinct from ${actor}
    and (waits.approvers && ${[...names, ...everywhere]}::text[] or exists (
      select 1 from unnest(${limited.map(({ role }) => `role:${role}`)}::text[], ${limited.map(({ account }) => account)}::uuid[])
        as granted (role, account_id)
      join integrations as within on within.org_id = ${orgId} and within.account_id = granted.account_id
      where within.id = waits.integration_id and granted.role = any(waits.approvers)
    ))
    and not exists (
      select 1 from approval_decisions as own
      where own.org_id = waits.org_id and own.wait_id = waits.id and own.actor = ${actor}
    )`;
}
