import type { Database } from '../../drizzle/client.ts';
import { readTenant } from '../shared/transaction.ts';
import { isOfWorkflow } from './start-hook-run.ts';
import type { Hook } from './hook.ts';
import type { SealedPayload } from './events/store-payloads.ts';
import { type NewEvent, onKnown, rowsOf } from './store-events.ts';

/** What became of events that a run may wait for already. */
interface Joined {
  /** The hook is as it was read. Otherwise nothing was stored. */
  isCurrent: boolean;
  /** UUIDs of those that were not known; absent where no run waits: nothing was stored then, either. */
  added?: ReadonlySet<string>;
}

interface JoinedRow {
  is_current: boolean;
  is_stored: boolean;
  added: string[];
}

/**
 * Stores events that a run will read which has not begun yet: in a storm, nearly all of them. In one round trip, and without
 * the lock under which runs take turns: the run itself is held, so that it begins when these events are there. What is debounced
 * joins none.
 */
export async function joinWaitingRun(
  deps: { database: Database; orgId: string },
  hook: Hook,
  { events, payloads }: { events: readonly NewEvent[]; payloads: readonly SealedPayload[] },
  now: string,
): Promise<Joined> {
  const { orgId, id, integrationId, workflowId, version, debounce } = hook;
  const needsRun = events.some(({ isTest }) => !isTest);
  const [row] = await readTenant(deps, (tx) =>
    tx.sql<JoinedRow[]>`
        with current as materialized (
          select 1 from hooks join integrations on integrations.org_id = hooks.org_id
            and integrations.id = hooks.integration_id and integrations.deleted_at is null
          where hooks.org_id = ${orgId} and hooks.id = ${id} and hooks.updated_at = ${version}
        ), waiting as materialized (
          select id from runs
          where org_id = ${orgId} and integration_id = ${integrationId} and ${isOfWorkflow(tx, workflowId)}
            and status = 'queued' and cancel_requested_at is null and exists (select 1 from current) and ${debounce === undefined}
          order by id limit 1 for share
        ), fit as materialized (
          select exists (select 1 from current) as is_current,
                 exists (select 1 from current) and (not ${needsRun} or exists (select 1 from waiting)) as is_stored
        ), added as (
          insert into hook_events (org_id, id, hook_id, key_hash, name, occurred_at, run_id, received_at)
          select ${orgId}, e.id, ${id}, decode(e.key_hash, 'hex'), e.name, e.occurred_at,
                 case when not e.is_test then (select id from waiting) end, ${now}
          from ${rowsOf(tx, events)} where (select is_stored from fit)
          ${onKnown(tx, events, now)}
          returning id
        ), kept as (
          insert into inbox (org_id, id, integration_id, key, sealed, received_at)
          select ${orgId}, p.id, ${integrationId}, p.key, decode(p.sealed, 'hex'), ${now}
          from unnest(
            ${payloads.map((payload) => payload.id)}::uuid[], ${payloads.map(({ key }) => key)}::text[],
            ${payloads.map(({ sealed }) => sealed.toString('hex'))}::text[]
          ) with ordinality as p (id, key, sealed, place)
          where p.id in (select id from added)
          order by p.place
        )
        select is_current, is_stored, array(select id from added) as added from fit`.execute(),
  );
  if (row === undefined) throw new Error('A statement without a condition gave no row.');
  return { isCurrent: row.is_current, ...(row.is_stored ? { added: new Set(row.added) } : {}) };
}
