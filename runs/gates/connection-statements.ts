import type { GateReason } from '../../core/enums.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { LoadedConnection } from '../../sessions/loaded-connection.ts';
import type { RunAddress } from '../load/load-run.ts';

type Org = Pick<RunAddress, 'orgId'>;

/** The first try of a closed connection, and the longest time between two. */
const probeFirstSeconds = 30;
const probeMaxSeconds = 900;

/** So long items wait for a connection; then they fail. */
export const gateLimitDays = 7;

/** A connection that is closed. Times in milliseconds since 1970. */
export interface ClosedConnection {
  connection_id: string;
  reason: GateReason;
  /** When it is tried next, or given up; null where neither has a time any more. */
  opens_at: number | null;
  given_up: boolean;
}

/** Connections of a run that are closed now. */
export function selectClosed(
  { sql }: Pipeline,
  { orgId }: Org,
  ids: readonly string[],
): PromiseLike<ClosedConnection[]> {
  return sql<ClosedConnection[]>`
    select connection_id, reason, given_up,
      floor(extract(epoch from case when given_up then probe_at else least(probe_at, ends_at) end) * 1000)::float8 as opens_at
    from (
      select *, ends_at <= clock_timestamp() as given_up
      from (select *, closed_at + ${gateLimitDays} * interval '1 day' as ends_at from connection_gates) as gates
      where org_id = ${orgId} and connection_id = any(${[...ids]}::uuid[])
    ) as closed`.execute();
}

/** Closes the gates before connections that are disabled, for as long as they are. */
export function closeDisabled({ sql }: Pipeline, { orgId }: Org, ids: readonly string[]): PromiseLike<unknown> {
  return sql`
    insert into connection_gates (org_id, connection_id, reason, closed_at)
    select org_id, id, 'disabled', clock_timestamp() from connections
    where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) and status = 'disabled' and deleted_at is null
    for share
    on conflict (org_id, connection_id) do update set reason = 'disabled', probe_at = null`.execute();
}

/**
 * Takes the right to try closed connections whose time has come: of all runs that wait for one, a single one tries it. Only
 * where items of the run stand before it.
 */
export function claimProbes(
  { sql }: Pipeline,
  { orgId, integrationId }: RunAddress,
  uses: readonly { connectionId: string; steps: readonly string[] }[],
): PromiseLike<{ connection_id: string }[]> {
  const pairs = uses.flatMap(({ connectionId, steps }) => steps.map((step) => ({ connectionId, step })));
  return sql<{ connection_id: string }[]>`
    update connection_gates set probes = probes + 1,
      probe_at = clock_timestamp() + least(${probeFirstSeconds} * power(2, least(probes, 20)), ${probeMaxSeconds}) * interval '1 second'
    where org_id = ${orgId} and probe_at <= clock_timestamp() and exists (
      select 1 from unnest(${pairs.map(({ connectionId }) => connectionId)}::uuid[], ${pairs.map(({ step }) => step)}::text[])
        as used (connection_id, step)
      join items on items.org_id = ${orgId} and items.integration_id = ${integrationId} and items.status = 'ready'
        and items.settled is null and items.step = used.step
      where used.connection_id = connection_gates.connection_id
    )
    returning connection_id`.execute();
}

/**
 * Tells people of integrations whose runs have waited before a connection for an hour, once a day.
 *
 * @param ids Connections that are tried now: as often as that, nobody need look otherwise.
 */
export function notifyOfClosed({ sql }: Pipeline, { orgId }: Org, ids: readonly string[]): PromiseLike<unknown> {
  return sql`
    select hub_open_problem(i.org_id, i.id, 'waiting_too_long', jsonb_build_object(
      'integration_id', i.id, 'run_id', waiting.run_id, 'name', i.name
    ))
    from (
      select distinct on (runs.integration_id) runs.integration_id, runs.id as run_id
      from connection_gates as closed
      join run_gates as before on before.org_id = closed.org_id and before.connection_id = closed.connection_id
      join runs on runs.org_id = before.org_id and runs.id = before.run_id and runs.finished_at is null
      where closed.org_id = ${orgId} and closed.connection_id = any(${[...ids]}::uuid[])
        and closed.closed_at < clock_timestamp() - interval '1 hour'
      order by runs.integration_id, runs.id
    ) as waiting
    join integrations i on i.org_id = ${orgId} and i.id = waiting.integration_id
    where not exists (
      select 1 from problems p
      where p.org_id = i.org_id and p.subject = i.id and p.cause = 'waiting_too_long'
        and p.notified_at > clock_timestamp() - interval '1 day'
    )`.execute();
}

/**
 * Closes the gate before a connection. One that is closed already stays so since then.
 *
 * @returns no row where its credentials have been replaced, or its configuration changed, since it was read.
 */
export function closeConnection(
  { sql }: Pipeline,
  { orgId }: Org,
  { id, credentialVersion, config }: LoadedConnection,
  reason: GateReason,
): PromiseLike<{ connection_id: string }[]> {
  return sql<{ connection_id: string }[]>`
    insert into connection_gates (org_id, connection_id, reason, closed_at, probe_at)
    select org_id, id, ${reason}, clock_timestamp(),
      case when ${reason} = 'unavailable' then clock_timestamp() + ${probeFirstSeconds} * interval '1 second' end
    from connections
    where org_id = ${orgId} and id = ${id} and credential_version = ${credentialVersion} and config = ${JSON.stringify(config)}::text::jsonb
      and deleted_at is null
    for share
    on conflict (org_id, connection_id) do update set reason = excluded.reason,
      probe_at = case when excluded.reason = 'unavailable' then coalesce(connection_gates.probe_at, excluded.probe_at) end
    returning connection_id`.execute();
}

/** Opens the gate before a connection that answers again, and lets the runs before it go on. */
export function openConnection({ sql }: Pipeline, { orgId }: Org, connectionId: string): PromiseLike<unknown> {
  return sql`
    with opened as (
      delete from connection_gates where org_id = ${orgId} and connection_id = ${connectionId} returning connection_id
    )
    select hub_wake_gated(${orgId}, connection_id) from opened`.execute();
}

/** Locks the gates of connections, so that a run that is about to wait is seen by who opens one. */
export function lockConnections({ sql }: Pipeline, { orgId }: Org, ids: readonly string[]): PromiseLike<unknown> {
  return sql`
    select 1 from connection_gates where org_id = ${orgId} and connection_id = any(${[...ids]}::uuid[])
    order by connection_id for share`.execute();
}

/** Connections of gates that have been opened since they were read. */
export function openedOf({ sql }: Pick<Pipeline, 'sql'>, { orgId }: Org, ids: readonly string[]) {
  return sql`
    select 1 from unnest(${[...ids]}::uuid[]) as given (id) where not exists (
      select 1 from connection_gates where org_id = ${orgId} and connection_id = given.id
    )`;
}
