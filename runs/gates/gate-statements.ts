import type { Pipeline } from '../../drizzle/index.ts';
import type { RunAddress } from '../load/load-run.ts';
import type { ClosedGate } from './open-windows.ts';

/**
 * Writes down what a run stands before now: itself, or items of it. What stood before a gate that is open again has taken no time
 * there, nor has what is of the same item.
 *
 * @returns the names of those gates that it did not stand before until now.
 */
export function storeGates(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  gates: readonly ClosedGate[],
): PromiseLike<{ name: string }[]> {
  const times = gates.map(({ opensAt }) => (opensAt === undefined ? null : opensAt / 1000));
  return sql<{ name: string }[]>`
    with given as materialized (
      select name, kind, steps::text[] as steps, calendar_ids::uuid[] as calendar_ids, to_timestamp(opens_at) as opens_at,
        connection_id, reason
      from unnest(${gates.map(({ name }) => name)}::text[], ${gates.map(({ kind }) => kind)}::text[],
        ${gates.map(({ steps }) => `{${steps.map(quote).join()}}`)}::text[],
        ${gates.map(({ calendars }) => `{${calendars.map(({ id }) => id).join()}}`)}::text[], ${times}::float8[],
        ${gates.map(({ connection }) => connection?.id ?? null)}::uuid[],
        ${gates.map(({ connection }) => connection?.reason ?? null)}::text[])
        as gates (name, kind, steps, calendar_ids, opens_at, connection_id, reason)
      where steps = '{}' or exists (
        select 1 from items where org_id = ${orgId} and integration_id = ${integrationId} and run_id = ${runId}
          and status = 'ready' and settled is null and step = any(gates.steps::text[])
      )
    ),
    opened as (
      delete from run_gates where org_id = ${orgId} and run_id = ${runId} and name not in (select name from given)
      returning steps, closed_at
    ),
    prolonged as (
      update items set times_out_at = items.times_out_at + stood.time
      from (
        select timed.id, max(clock_timestamp() - greatest(opened.closed_at, part.updated_at)) as time
        from items as timed cross join opened
        join items as part on part.org_id = ${orgId} and part.integration_id = ${integrationId} and part.key = timed.key
          and part.seq = timed.seq and part.run_id = ${runId} and part.status in ('ready', 'parked')
          and (opened.steps = '{}' or part.status = 'ready' and part.settled is null and part.step = any(opened.steps))
        where timed.org_id = ${orgId} and timed.integration_id = ${integrationId} and timed.run_id = ${runId}
          and timed.times_out_at > '-infinity' and timed.ended_at is null
        group by timed.id
      ) as stood
      where items.org_id = ${orgId} and items.id = stood.id
    ),
    closed as (
      insert into run_gates (org_id, run_id, name, kind, steps, calendar_ids, connection_id, reason, closed_at, opens_at)
      select ${orgId}, ${runId}, name, kind, steps, calendar_ids, connection_id, reason, clock_timestamp(), opens_at from given
      on conflict (org_id, run_id, name) do update
        set opens_at = excluded.opens_at, steps = excluded.steps, reason = excluded.reason
      returning name, xmax = 0 as is_new
    )
    select name from closed where is_new`.execute();
}

function quote(text: string): string {
  return `"${text}"`;
}

/** Steps of a run that have marks: writes of which nobody knows what became. */
export function selectMarked(
  { sql }: Pipeline,
  { orgId, integrationId, stream }: Pick<RunAddress, 'orgId' | 'integrationId'> & { stream: string },
  steps: readonly string[],
): PromiseLike<{ step: string }[]> {
  return sql<{ step: string }[]>`
    select step from streams
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = any(${[...steps]}::text[])
      and (exists (select 1 from ledger where ledger.stream_id = streams.id and pending_at is not null)
        or exists (
          select 1 from page_marks where page_marks.org_id = streams.org_id and page_marks.integration_id = streams.integration_id
            and page_marks.stream = streams.stream and page_marks.step = streams.step
        ))
    order by step`.execute();
}

/** Locks the calendars of gates against changes, so that a run that is about to wait is seen by who changes one. */
export function lockCalendars({ sql }: Pipeline, orgId: string, gates: readonly ClosedGate[]): PromiseLike<unknown> {
  const ids = gates.flatMap(({ calendars }) => calendars.map(({ id }) => id));
  return sql`
    select 1 from calendars where org_id = ${orgId} and id = any(${ids}::uuid[]) order by id for share`.execute();
}

/** Calendars of gates that have been changed since they were read. */
export function changedOf({ sql }: Pick<Pipeline, 'sql'>, orgId: string, gates: readonly ClosedGate[]) {
  const calendars = gates.flatMap((gate) => gate.calendars);
  return sql`
    select 1 from unnest(${calendars.map(({ id }) => id)}::uuid[], ${calendars.map(({ version }) => version)}::bigint[])
      as given (id, version)
    left join calendars on calendars.org_id = ${orgId} and calendars.id = given.id
    where calendars.row_version is distinct from given.version`;
}
