import type { Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import type { RunTrigger } from '../core/enums.ts';
import type { Meter, ReadGauges, GaugeValue } from '../core/telemetry/meter.ts';
import type { RunStatus } from '../core/pure/run-status.ts';
import type { Database } from '../drizzle/index.ts';

/** The minimum time between queries, however often metrics are scraped. */
const reuseMs = 5000;
/** Less than Prometheus waits for a whole scrape (10 s). */
const timeoutMs = 3000;
/** What is counted is counted so far: beyond, the number says no more than that it is too large. */
const countMax = 10_000;
/** Organizations and endpoints that are looked at, one step through an index each. */
const stepsMax = 1000;

export interface StateDeps {
  /** As `hub_relay`: sees the outbox, runs and queues of every tenant, and exposes only counts. */
  relayDatabase: Database;
  clock: Clock;
  meter: Meter;
  log: Pick<Logger, 'warn'>;
}

/**
 * Reads what the database says of the hub as a whole: the one place where metrics look across tenants.
 *
 * One statement over indexes of what is unfinished, at most every five seconds. Where it fails nothing is read, and
 * `hub_state_reads_total` says so.
 */
export function createStateReader({ relayDatabase, clock, meter, log }: StateDeps): ReadGauges {
  let last: { at: number; readings: Promise<GaugeValue[]> } | undefined;
  const readCounted = async (): Promise<GaugeValue[]> => {
    try {
      const readings = toReadings(await readState(relayDatabase, clock));
      meter.count('hub_state_reads_total', { outcome: 'read' });
      return readings;
    } catch (error) {
      log.warn({ error }, 'database state could not be read for metrics');
      meter.count('hub_state_reads_total', { outcome: 'failed' });
      return [];
    }
  };
  return () => {
    const at = clock.monotonic();
    if (last === undefined || at - last.at >= reuseMs) last = { at, readings: readCounted() };
    return last.readings;
  };
}

interface State {
  runs: { status: RunStatus; trigger: RunTrigger; count: number }[];
  start_overdue: number;
  outbox_length: number;
  outbox_age: number;
  queue_length: number;
  queue_overdue: number;
  seal_lag: number;
  schedules_due: number;
  schedule_overdue: number;
}

async function readState({ sql }: Database, clock: Clock): Promise<State> {
  const asked = askState(sql);
  const late = new AbortController();
  const tooLate = clock.sleep(timeoutMs, late.signal).then(
    () => {
      asked.cancel();
      throw new Error('The database did not answer in time.');
    },
    () => [],
  );
  try {
    const [state] = await Promise.race([asked, tooLate]);
    if (state === undefined) throw new Error('The database answered nothing.');
    return state;
  } finally {
    late.abort();
  }
}

/** Ids rise with time, so the first event of an organization without a number is its oldest. */
function askState(sql: Database['sql']) {
  return sql<State[]>`
    with recursive messages as (
      select greatest(created_at, case when attempts = 0 then available_at end) as due_at
      from outbox order by available_at limit ${countMax}
    ), unfinished as (
      (select status, trigger, admitted_at from runs where status in ('queued', 'running', 'canceling') limit ${countMax})
      union all
      (select status, trigger, admitted_at from runs where status = 'waiting' limit ${countMax})
    ), pending as (
      select 1 from webhook_deliveries where status = 'pending' limit ${countMax}
    ), waiting as (
      (select org_id, endpoint_id from webhook_deliveries where status = 'pending' order by org_id, endpoint_id limit 1)
      union all
      select next.org_id, next.endpoint_id from waiting cross join lateral (
        select d.org_id, d.endpoint_id from webhook_deliveries d
        where d.status = 'pending' and (d.org_id, d.endpoint_id) > (waiting.org_id, waiting.endpoint_id)
        order by d.org_id, d.endpoint_id limit 1
      ) as next
    ), queues as (
      select (
        select min(d.due_at) from webhook_deliveries d
        where d.org_id = w.org_id and d.endpoint_id = w.endpoint_id and d.status = 'pending'
      ) as due_at
      from (select * from waiting limit ${stepsMax}) as w
      join webhook_queues q on q.org_id = w.org_id and q.endpoint_id = w.endpoint_id
      join webhook_endpoints e on e.org_id = w.org_id and e.id = w.endpoint_id
      where e.disabled_at is null and q.failures = 0
    ), unsealed as (
      (select org_id, created_at from audit_events where sequence is null order by org_id, id limit 1)
      union all
      select next.org_id, next.created_at from unsealed cross join lateral (
        select a.org_id, a.created_at from audit_events a
        where a.sequence is null and a.org_id > unsealed.org_id order by a.org_id, a.id limit 1
      ) as next
    ), due as (
      select next_due_at from schedules
      where next_due_at is not null and greatest(next_due_at, not_before) <= clock_timestamp() limit ${countMax}
    ), now as (select clock_timestamp() as at)
    select
      (select coalesce(json_agg(counted), '[]') from (
        select status, trigger, count(*)::int as count from unfinished group by status, trigger
      ) as counted) as runs,
      ${ageOf(sql, sql`(select min(admitted_at) from unfinished where status = 'queued')`)} as start_overdue,
      (select count(*)::int from messages) as outbox_length,
      ${ageOf(sql, sql`(select min(due_at) from messages)`)} as outbox_age,
      (select count(*)::int from pending) as queue_length,
      ${ageOf(sql, sql`(select min(due_at) from queues)`)} as queue_overdue,
      ${ageOf(sql, sql`(select min(created_at) from (select created_at from unsealed limit ${stepsMax}) as oldest)`)} as seal_lag,
      (select count(*)::int from due) as schedules_due,
      ${ageOf(sql, sql`(select min(next_due_at) from due)`)} as schedule_overdue
    from now`;
}

/** Seconds since an instant; 0 where there is none, or it is still to come. */
function ageOf(sql: Database['sql'], instant: ReturnType<Database['sql']>) {
  return sql`coalesce(greatest(extract(epoch from now.at - ${instant}), 0), 0)::float8`;
}

function toReadings(state: State): GaugeValue[] {
  return [
    ...state.runs.map(({ status, trigger, count }) => ({
      name: 'hub_runs' as const,
      labels: { status, trigger },
      value: count,
    })),
    { name: 'hub_run_start_overdue_seconds', labels: {}, value: state.start_overdue },
    { name: 'hub_outbox_length', labels: {}, value: state.outbox_length },
    { name: 'hub_outbox_age_seconds', labels: {}, value: state.outbox_age },
    { name: 'hub_event_queue_length', labels: {}, value: state.queue_length },
    { name: 'hub_event_queue_overdue_seconds', labels: {}, value: state.queue_overdue },
    { name: 'hub_audit_seal_lag_seconds', labels: {}, value: state.seal_lag },
    { name: 'hub_schedule_queue_length', labels: {}, value: state.schedules_due },
    { name: 'hub_schedule_overdue_seconds', labels: {}, value: state.schedule_overdue },
  ];
}
