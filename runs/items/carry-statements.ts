import type { Pipeline } from '../../drizzle/index.ts';
import type { RunAddress } from '../load/load-run.ts';

/** Gives what a run holds behind items of other runs to these: it goes on when they have let their items go. */
export function handOver({ sql }: Pipeline, { orgId, integrationId, runId }: RunAddress): PromiseLike<unknown> {
  return sql`
    update items set run_id = ahead.run_id
    from items as own cross join lateral (
      select other.run_id from items as other where other.org_id = ${orgId} and other.integration_id = ${integrationId}
        and other.key = own.key and other.seq < own.seq and other.status in ('ready', 'parked', 'held') and not other.released
      order by other.seq limit 1
    ) as ahead
    where own.org_id = ${orgId} and own.integration_id = ${integrationId} and own.run_id = ${runId} and own.status = 'held' and ahead.run_id <> ${runId}
      and items.org_id = own.org_id and items.id = own.id`.execute();
}

/**
 * Takes over what runs before left under way that have ended; what a run carries that waits stays with it. The time of items that
 * these left before a gate has not gone on there.
 */
export function adoptItems({ sql }: Pipeline, { orgId, integrationId, runId }: RunAddress): PromiseLike<unknown> {
  // One step through the index for each run that has open items, however many these are.
  const left = sql`
    with recursive carrying as (
      (
        select run_id from items
        where org_id = ${orgId} and integration_id = ${integrationId} and status in ('proposed', 'ready', 'parked', 'held')
        order by run_id limit 1
      )
      union all
      select (
        select items.run_id from items
        where org_id = ${orgId} and integration_id = ${integrationId} and status in ('proposed', 'ready', 'parked', 'held')
          and items.run_id > carrying.run_id
        order by items.run_id limit 1
      ) from carrying where carrying.run_id is not null
    )
    select carrying.run_id from carrying
    left join runs on runs.org_id = ${orgId} and runs.id = carrying.run_id
    where carrying.run_id is not null and carrying.run_id <> ${runId} and (runs.id is null or runs.finished_at is not null)`;
  return Promise.all([
    sql`
      update waits set run_id = ${runId}
      where org_id = ${orgId} and integration_id = ${integrationId} and not settled and run_id in (${left})`.execute(),
    sql`
      update items set run_id = ${runId}, times_out_at = case when times_out_at > '-infinity' then times_out_at + coalesce((
          select clock_timestamp() - min(greatest(gates.closed_at, part.updated_at)) from items as part
          join run_gates as gates on gates.org_id = part.org_id and gates.run_id = part.run_id and part.step = any(gates.steps)
          where part.org_id = items.org_id and part.integration_id = items.integration_id and part.key = items.key
            and part.seq = items.seq and part.status = 'ready' and part.settled is null
        ), interval '0') else times_out_at end
      where org_id = ${orgId} and integration_id = ${integrationId} and status in ('proposed', 'ready', 'parked', 'held')
        and run_id in (${left})`.execute(),
  ]);
}
