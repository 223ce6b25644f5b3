import { onlyStep } from '../../../engine/definition.ts';
import type { Transaction } from '../../../drizzle/client.ts';

/** How far apart the begins are of runs that events ask for and that read everything. */
const paceSeconds = 60;

/**
 * When the next run of an integration that events ask for may begin, as an expression; null for at once.
 *
 * An event is a hint. Where the next reading is of the changes alone it costs little; where it is of everything, a vendor
 * that tells of each change would have the source read without a pause. So such runs begin at most once a minute, and what
 * comes meanwhile shares the next one. Everything is read while no watermark is stored, and for groups and removals, which
 * need all records. Payloads are taken, not read: nothing holds their runs back.
 */
export function nextHookBegin({ sql }: Transaction, orgId: string, integrationId: string) {
  return sql`(
    select last.started_at + ${paceSeconds} * interval '1 second' from runs as last
    where last.org_id = ${orgId} and last.integration_id = ${integrationId}
      and last.trigger = 'webhook' and last.started_at is not null
      and not exists (
        select 1 from integrations i
        join integration_revisions r on r.org_id = i.org_id and r.integration_id = i.id
          and r.revision = coalesce(i.active_revision, i.revision)
        left join streams s on s.org_id = i.org_id and s.integration_id = i.id and s.stream = r.definition -> 'source' ->> 'object'
          and s.step = ${onlyStep}
        where i.org_id = ${orgId} and i.id = ${integrationId} and (
          r.definition -> 'source' ? 'payload'
          or jsonb_typeof(s.watermark) = 'object'
            and coalesce(r.definition -> 'target' ->> 'on_missing', 'ignore') = 'ignore'
            and coalesce(jsonb_typeof(r.definition -> 'aggregate'), 'null') = 'null'
            and not coalesce(r.definition -> 'source' -> 'changes' ? 'deleted', false)
        )
      )
    order by last.id desc limit 1
  )`;
}

/**
 * Takes the slot from a run that events asked for and that is not to begin yet: it waits behind the run that takes the
 * slot instead, and gets it back afterwards.
 *
 * Send it after `lockQueue` in the same transaction, which must give the slot to another run. A run whose message
 * is being dispatched keeps the slot.
 */
export function takeFromPaced({ sql }: Transaction, orgId: string, integrationId: string): PromiseLike<unknown> {
  // Claims raise `attempts`, and hold the row while they do: the message is either withdrawn or dispatched.
  return sql`
    with holder as materialized (
      select id from runs where org_id = ${orgId} and integration_id = ${integrationId}
        and admitted_at is not null and status = 'queued' and trigger = 'webhook'
    ), withdrawn as (
      delete from outbox using holder
      where outbox.org_id = ${orgId} and kind = 'run.start' and payload ->> 'run_id' = holder.id::text
        and attempts = 0 and available_at > now()
      returning holder.id
    )
    update runs set admitted_at = null, updated_at = now()
    where org_id = ${orgId} and id in (select id from withdrawn)`;
}
