import { runTriggers } from './enums.ts';
import { runStatuses } from './pure/run-status.ts';

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
    help: 'Requests that were answered, until the head of the answer. Waits that the caller asked for (Prefer: wait) count.',
    from: ['api'],
    labels: {
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'other'],
      route: 'Template of the path without its base, `none` where there is no such address',
      status: ['2xx', '3xx', '4xx', '5xx'],
    },
    buckets: briefly,
  },
  hub_http_refused_total: {
    type: 'counter',
    help: 'Requests that were refused before they were read: malformed, too large, too slow, or too many at once.',
    from: ['api'],
    labels: { code: 'Code of the error, of `docs/errors`' },
  },
  hub_run_duration_seconds: {
    type: 'histogram',
    help: 'Runs that ended, since they began. Those canceled or skipped before they began are not among them.',
    from: ['worker', 'relay'],
    labels: { outcome: ['succeeded', 'partially_succeeded', 'failed', 'canceled'], trigger: runTriggers },
    buckets: longer,
  },
  hub_records_read_total: {
    type: 'counter',
    help: 'Records that runs read from their sources.',
    from: ['worker'],
    labels: {},
  },
  hub_records_settled_total: {
    type: 'counter',
    help: 'What became of the records that were read.',
    from: ['worker'],
    labels: { outcome: ['created', 'updated', 'deleted', 'skipped', 'failed', 'deduplicated'] },
  },
  hub_dead_letters_total: {
    type: 'counter',
    help: 'Records that could not be processed and were kept.',
    from: ['worker'],
    labels: {},
  },
  hub_ledger_rows_total: {
    type: 'counter',
    help: 'Rows of the ledger that were written: marked before a write, settled after it, unmarked, or made invalid.',
    from: ['worker'],
    labels: { change: ['marked', 'settled', 'unmarked', 'invalidated'] },
  },
  hub_vendor_call_duration_seconds: {
    type: 'histogram',
    help: 'Calls of third-party systems, without the wait for their turn; over HTTP until the head of the answer. refused: the request was at fault (4xx); failed: the system was (5xx).',
    from: ['worker'],
    labels: { connector, outcome: callOutcomes },
    buckets: briefly,
  },
  hub_rate_limit_wait_seconds: {
    type: 'histogram',
    help: 'Waits of calls for the budget of their connection.',
    from: ['worker'],
    labels: { connector },
    buckets: briefly,
  },
  hub_rate_limit_refusals_total: {
    type: 'counter',
    help: 'Calls that were put off, since their wait would have been too long.',
    from: ['worker'],
    labels: { connector },
  },
  hub_token_refreshes_total: {
    type: 'counter',
    help: 'Access tokens and sessions that were asked for. refused: the credentials were; failed: worth another attempt.',
    from: ['worker'],
    labels: { connector, outcome: ['obtained', 'refused', 'failed'] },
  },
  hub_event_delivery_duration_seconds: {
    type: 'histogram',
    help: 'Events that were sent to webhook endpoints, once for each attempt. gone: the endpoint wants no more (410).',
    from: ['worker'],
    labels: { outcome: ['delivered', 'failed', 'gone'] },
    buckets: briefly,
  },
  hub_runs: {
    type: 'gauge',
    help: 'Runs that are not over. Of all processes together, up to 10,000.',
    from: ['relay'],
    labels: { status: runStatuses, trigger: runTriggers },
  },
  hub_run_start_overdue_seconds: {
    type: 'gauge',
    help: 'For how long the run waits to begin whose turn it is longest; 0 where none waits. Of all processes together.',
    from: ['relay'],
    labels: {},
  },
  hub_outbox_length: {
    type: 'gauge',
    help: 'Orders to Temporal that were not carried yet. Of all processes together, up to 10,000.',
    from: ['relay'],
    labels: {},
  },
  hub_outbox_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest order to Temporal that is not held back and was not carried yet; 0 where there is none.',
    from: ['relay'],
    labels: {},
  },
  hub_event_queue_length: {
    type: 'gauge',
    help: 'Events on their way to webhook endpoints, those to be repeated later included. Up to 10,000.',
    from: ['relay'],
    labels: {},
  },
  hub_event_queue_overdue_seconds: {
    type: 'gauge',
    help: 'For how long the longest overdue event waits to be sent, of endpoints that take events; 0 where none is due.',
    from: ['relay'],
    labels: {},
  },
  hub_audit_seal_lag_seconds: {
    type: 'gauge',
    help: 'Age of the oldest audit event that has no place in its chain yet; 0 where there is none.',
    from: ['relay'],
    labels: {},
  },
  hub_state_reads_total: {
    type: 'counter',
    help: 'Times that the gauges of the database were read for a scrape. Where it failed, they are absent.',
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
    help: 'Connections that the pool may have (DATABASE_POOL_MAX).',
    from: ['api', 'worker', 'relay'],
    labels: {},
  },
  hub_script_network_isolated: {
    type: 'gauge',
    help: '1 where the sandbox for custom scripts has a network of its own, without any interface; 0 where it shares that of the process.',
    from: ['api', 'worker'],
    labels: {},
  },
  hub_event_loop_lag_seconds: {
    type: 'histogram',
    help: 'How late the event loop was, looked at twice a second.',
    from: ['api', 'worker', 'relay'],
    labels: {},
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'Processor time of the process, user and system.',
    from: ['api', 'worker', 'relay'],
    labels: {},
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Memory that the process has in use, its native part included.',
    from: ['api', 'worker', 'relay'],
    labels: {},
  },
  process_heap_bytes: {
    type: 'gauge',
    help: 'Size of the JavaScript heap that is in use.',
    from: ['api', 'worker', 'relay'],
    labels: {},
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'When the process was started, in seconds since the epoch.',
    from: ['api', 'worker', 'relay'],
    labels: {},
  },
} as const satisfies Record<string, MetricDefinition>;
