import type { Transaction } from '../../drizzle/client.ts';

/** Workers listen here for runs that go on before their time; see `runs/start-wakes.ts`. */
const wakesChannel = 'hub_wakes';

/**
 * Lets runs that wait before a gate look at it again, whose calendar has just been changed.
 *
 * A run that is about to wait holds the calendar in a lock of its own, so it has waited by now, or sees the new calendar.
 */
export function wakeGated({ sql }: Transaction, orgId: string, calendarId: string): PromiseLike<unknown> {
  return sql`
    with gated as (
      select runs.id from runs join run_gates as gates on gates.org_id = runs.org_id and gates.run_id = runs.id
      where runs.org_id = ${orgId} and runs.status = 'waiting' and gates.calendar_ids @> array[${calendarId}::uuid]
      order by runs.id for update of runs
    )
    update runs set wake_at = clock_timestamp() from gated
    where runs.org_id = ${orgId} and runs.id = gated.id and runs.status = 'waiting'
    returning pg_notify(${wakesChannel}, '')`;
}
