import { runTriggers, tickStatuses } from '../enums.ts';
import { runStatuses } from '../pure/run-status.ts';

/**
 * Every metric of the hub: what there is to be counted, and nothing else can be.
 *
 * Names follow Prometheus: base units at the end, `_total` for counters. A label has a closed list of values, or a
 * sentence that says which text of ours it holds: never an id, a tenant, a name that somebody gave or an address.
 *
 * @see https://prometheus.io/docs/practices/naming/
 */
export interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Which processes have it. `relay`: workers with the role `relay` or `all`. */
  from: readonly ('api' | 'worker' | 'relay')[];
  labels: Readonly<Record<string, readonly string[] | string>>;
  /** Upper bounds of a histogram, in its unit. */
  buckets?: readonly number[];
}

/** Seconds: an answer, a call. */
const briefly = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
/** Seconds: a run. */
const longer = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400] as const;

/** What a call of a third party came to, whatever it speaks. */
export const callOutcomes = ['ok', 'rate_limited', 'refused', 'failed', 'no_answer'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

const connector = 'Id of the connector, as in `connectors/`';

export const metrics = {
  hub_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from a request to the headers of its response, including waits that the caller asked for (Prefer: wait).',
    from: ['api'],
    labels: {
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'other'],
      route: 'Template of the path without its base, `none` if the path does not exist',
      status: ['2xx', '3xx', '4xx', '5xx'],
    },
    buckets: briefly,
  },
  hub_http_refused_total: {
    type: 'counter',
    help: 'Requests that were rejected before they were read: malformed, too large, too slow, or too many at once.',
    from: ['api'],
    labels: { code: 'Error code, as in `docs/errors`' },
  },
  hub_live_streams: {
    type: 'gauge',
    help: 'Live streams that are open: visible pages of dashboards, and programs that follow changes.',
    from: ['api'],
    labels: {},
  },
  hub_run_duration_seconds: {
    type: 'histogram',
    help: 'Duration of finished runs. Runs that were canceled or skipped before they started are not included.',
    from: ['worker', 'relay'],
    labels: { outcome: ['succeeded', 'partially_succeeded', 'failed', 'canceled'], trigger: runTriggers },
    buckets: longer,
  },
  hub_schedule_ticks_total: {
    type: 'counter',
    help: 'Times that schedules asked for, and what became of them.',
    from: ['relay'],
    labels: { status: tickStatuses },
  },
  hub_schedule_lateness_seconds: {
    type: 'histogram',
    help: 'How long after its time a schedule made its run, a delay by `jitter` not counted.',
    from: ['relay'],
    labels: {},
    buckets: longer,
  },
  hub_schedule_queue_length: {
    type: 'gauge',
    help: 'Schedules whose time has come and that are not accounted for, at most 10,000.',
    from: ['relay'],
    labels: {},
  },
  hub_schedule_overdue_seconds: {
    type: 'gauge',
    help: 'For how long the one of them has been due that waits longest.',
    from: ['relay'],
    labels: {},
  },
  hub_records_read_total: {
    type: 'counter',
    help: 'Records that runs read from their sources.',
    from: ['worker'],
    labels: {},
  },
  hub_records_settled_total: {
    type: 'counter',
    help: 'Outcomes of the records that were read.',
    from: ['worker'],
    labels: { outcome: ['created', 'updated', 'deleted', 'skipped', 'failed', 'deduplicated'] },
  },
  hub_dead_letters_total: {
    type: 'counter',
    help: 'Failed records.',
    from: ['worker'],
    labels: {},
  },
  hub_ledger_rows_total: {
    type: 'counter',
    help: 'Ledger rows that were written: marked before a write, settled after it, unmarked, or invalidated.',
    from: ['worker'],
    labels: { change: ['marked', 'settled', 'unmarked', 'invalidated'] },
  },
  hub_vendor_call_duration_seconds: {
    type: 'histogram',
    help: 'Calls to third-party systems, without the wait for a rate limit; over HTTP until the response headers. refused: a fault of the request (4xx); failed: a fault of the system (5xx).',
    from: ['worker'],
    labels: { connector, outcome: callOutcomes },
    buckets: briefly,
  },
  hub_rate_limit_wait_seconds: {
    type: 'histogram',
    help: 'Time that calls wait for the rate limit of their connection.',
    from: ['worker'],
    labels: { connector },
    buckets: briefly,
  },
  hub_rate_limit_refusals_total: {
    type: 'counter',
    help: 'Calls that were postponed because the wait for the rate limit would have been too long.',
    from: ['worker'],
    labels: { connector },
  },
  hub_token_refreshes_total: {
    type: 'counter',
    help: 'Requests for access tokens and sessions. refused: the credentials were refused; failed: may be retried.',
    from: ['worker'],
    labels: { connector, outcome: ['obtained', 'refused', 'failed'] },
  },
  hub_event_delivery_duration_seconds: {
    type: 'histogram',
    help: 'Attempts to deliver an event to a webhook endpoint. gone: the endpoint answered 410.',
    from: ['worker'],
    labels: { outcome: ['delivered', 'failed', 'gone'] },
    buckets: briefly,
  },
  hub_runs: {
    type: 'gauge',
    help: 'Unfinished runs of all processes, up to 10,000.',
    from: ['relay'],
    labels: { status: runStatuses, trigger: runTriggers },
  },
  hub_run_start_overdue_seconds: {
    type: 'gauge',
    help: 'How long the oldest admitted run has waited to start; 0 if none waits. Of all processes.',
    from: ['relay'],
    labels: {},
  },
  hub_outbox_length: {
    type: 'gauge',
    help: 'Outbox messages that are not dispatched yet. Of all processes, up to 10,000.',
    from: ['relay'],
    labels: {},
  },
  hub_outbox_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest outbox message that is due and not dispatched yet; 0 if there is none.',
    from: ['relay'],
    labels: {},
  },
  hub_event_queue_length: {
    type: 'gauge',
    help: 'Events to deliver to webhook endpoints, including later retries. Up to 10,000.',
    from: ['relay'],
    labels: {},
  },
  hub_event_queue_overdue_seconds: {
    type: 'gauge',
    help: 'How long the most overdue event to a healthy endpoint has waited; 0 if none is due.',
    from: ['relay'],
    labels: {},
  },
  hub_audit_seal_lag_seconds: {
    type: 'gauge',
    help: 'Age of the oldest unsealed audit event; 0 if there is none.',
    from: ['relay'],
    labels: {},
  },
  hub_state_reads_total: {
    type: 'counter',
    help: 'Reads of the database gauges for a scrape. If a read fails, the gauges are absent.',
    from: ['relay'],
    labels: { outcome: ['read', 'failed'] },
  },
  hub_database_connections: {
    type: 'gauge',
    help: "Connections of the process's pool that are in a transaction, and transactions that wait for one.",
    from: ['api', 'worker', 'relay'],
    labels: { state: ['busy', 'waiting'] },
  },
  hub_database_connections_max: {
    type: 'gauge',
    help: 'Maximum size of the connection pool (DATABASE_POOL_MAX).',
    from: ['api', 'worker', 'relay'],
    labels: {},
  },
  hub_script_network_isolated: {
    type: 'gauge',
    help: '1 if the script sandbox has an empty network namespace; 0 if it shares the network of the process.',
    from: ['api', 'worker'],
    labels: {},
  },
  hub_event_loop_lag_seconds: {
    type: 'histogram',
    help: 'Lag of the event loop, sampled twice a second.',
    from: ['api', 'worker', 'relay'],
    labels: {},
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'CPU time of the process, user and system.',
    from: ['api', 'worker', 'relay'],
    labels: {},
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Resident memory of the process, including native memory.',
    from: ['api', 'worker', 'relay'],
    labels: {},
  },
  process_heap_bytes: {
    type: 'gauge',
    help: 'JavaScript heap in use.',
    from: ['api', 'worker', 'relay'],
    labels: {},
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'Start time of the process, in seconds since the epoch.',
    from: ['api', 'worker', 'relay'],
    labels: {},
  },
} as const satisfies Record<string, MetricDefinition>;
