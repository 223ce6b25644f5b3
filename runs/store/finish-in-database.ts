import { type Meter, noMeter } from '../../core/telemetry/meter.ts';
import { type Counters, noCounters } from '../../core/pure/counters.ts';
import { isFinished, type RunOutcome, type RunStatus } from '../../core/pure/run-status.ts';
import { type Database, type Pipeline, withTenantPipelined } from '../../drizzle/index.ts';
import type { RunError } from '../../drizzle/schema/index.ts';
import { promoteNext } from '../../services/runs/queue/promote-next.ts';
import { lockQueue } from '../../services/runs/queue/run-queue.ts';
import { isDone } from '../items/find-end.ts';
import { freeSlot } from './begin-in-database.ts';
import type { RunAddress } from '../load/load-run.ts';
import { countRun, type EndedRun } from '../observe-run.ts';
import type { FinishResult } from '../../core/pure/run-messages.ts';
import { messages } from '../../core/messages.ts';

/**
 * Ends a run and gives the slot to the next one of its integration. Call it under `lockQueue`.
 *
 * A run with failed records, or that left removals undone, ends as partially succeeded. While one of its segments may
 * write, it does not end; nor does it end as canceled while what a dead worker has sent may still be carried out.
 *
 * @param of.last What the page that ended the run adds to its counters.
 * @param of.ifDone Only where nothing is left to do of it.
 * @returns how the run ended, to be counted once that is committed; `undefined` when it was over before, which nothing changes.
 */
export async function finishRun(
  tx: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  outcome: 'succeeded' | 'failed' | 'canceled',
  { error, last, ifDone = false }: { error?: RunError | undefined; last?: Counters | undefined; ifDone?: boolean } = {},
): Promise<EndedRun | undefined> {
  const stored = error === undefined ? null : JSON.stringify(error);
  const more = last ?? noCounters;
  const [[row]] = await Promise.all([
    tx.sql<EndedRow[]>`
      update runs set
        read = read + ${more.read}, created = created + ${more.created}, updated = updated + ${more.updated},
        deleted = deleted + ${more.deleted}, skipped = skipped + ${more.skipped}, failed = failed + ${more.failed},
        deduplicated = deduplicated + ${more.deduplicated}, filtered = filtered + ${more.filtered}, pages = pages + ${last === undefined ? 0 : 1},
        status = case when ${outcome} = 'succeeded' and (failed + ${more.failed} > 0 or withheld is not null) then 'partially_succeeded'
          else ${outcome} end,
        error = case when ${outcome} = 'failed' then coalesce(${stored}::jsonb, error) end,
        finished_at = clock_timestamp(), updated_at = clock_timestamp()
      where org_id = ${orgId} and id = ${runId} and status in ('queued', 'running', 'canceling') and ${ifDone ? isDone(tx, { orgId, integrationId, runId }) : tx.sql`true`} and not exists (
        select 1 from streams
        where streams.org_id = ${orgId} and streams.integration_id = ${integrationId} and streams.run_id = ${runId}
          and (streams.lease_until > clock_timestamp()
            or ${outcome} = 'canceled' and streams.quiet_until > clock_timestamp())
      )
      returning status, read, created, updated, deleted, skipped, failed, deduplicated, filtered, trigger,
        extract(epoch from finished_at - coalesce(started_at, finished_at))::float8 as seconds`.execute(),
    freeSlot(tx, { orgId, integrationId, runId }, 'finished'),
    promoteNext(tx, orgId, integrationId),
  ]);
  if (row === undefined) return undefined;
  const { trigger, seconds, ...ended } = row;
  return { ...toResult(ended), trigger, seconds };
}

type OutcomeRow = Counters & { status: RunStatus };
type EndedRow = OutcomeRow & Pick<EndedRun, 'trigger' | 'seconds'>;

function toResult({ status, ...counters }: OutcomeRow): FinishResult {
  return { outcome: toOutcome(status), counters };
}

/** A segment of the run holds its stream, or held it when it died: what it sent may still be carried out. */
export class StillWritingError extends Error {
  /** Until no write can take effect any more, unless the segment continues. */
  readonly restMs: number;

  constructor(restMs: number) {
    super(messages.runStillWriting);
    this.name = 'StillWritingError';
    this.restMs = restMs;
  }
}

/**
 * Ends a run in a transaction of its own and reads how it ended. Nothing of the run moves behind that: its streams are
 * closed to segments that do not know of its end.
 *
 * @idempotency A run that is over stays as it is.
 * @throws {StillWritingError} and changes nothing.
 */
export async function finishInDatabase(
  { database, meter = noMeter }: { database: Database; meter?: Meter },
  address: RunAddress,
  outcome: 'succeeded' | 'failed' | 'canceled',
  error?: RunError,
): Promise<FinishResult> {
  const [, , ended, result] = await withTenantPipelined(database, address.orgId, (tx) =>
    Promise.all([
      lockQueue(tx, address.orgId, address.integrationId),
      closeStreams(tx, address),
      finishRun(tx, address, outcome, { error }),
      readOutcome(tx, address),
    ]),
  );
  if (ended !== undefined) countRun(meter, ended);
  return result;
}

/** Ends a run in a transaction that may leave nothing of it to do, where that is so. Call it under `lockQueue`. */
export async function finishIfDone(tx: Pipeline, address: RunAddress): Promise<EndedRun | undefined> {
  const [, ended] = await Promise.all([
    closeStreams(tx, address),
    finishRun(tx, address, 'succeeded', { ifDone: true }),
  ]);
  return ended;
}

/** Makes segments of the run that were replaced, or frozen for long, lose leases that are over without having been let go. */
function closeStreams({ sql }: Pipeline, { orgId, integrationId, runId }: RunAddress): PromiseLike<unknown> {
  return sql`
    update streams set epoch = epoch + 1, page_in_doubt = page_in_doubt or lease_until is not null, lease_until = null
    where org_id = ${orgId} and integration_id = ${integrationId} and run_id = ${runId}
      and (lease_until is null or lease_until <= clock_timestamp())`.execute();
}

/** How a finished run ended. @throws {StillWritingError} when it is not over. */
export async function readOutcome(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
): Promise<FinishResult> {
  const [row] = await sql<(OutcomeRow & { rest_ms: number })[]>`
    select status, read, created, updated, deleted, skipped, failed, deduplicated, filtered, coalesce((
        select max(extract(epoch from greatest(lease_until, quiet_until) - clock_timestamp()) * 1000) from streams
        where streams.org_id = ${orgId} and streams.integration_id = ${integrationId} and streams.run_id = ${runId}
      ), 0)::float8 as rest_ms
    from runs where org_id = ${orgId} and id = ${runId}`.execute();
  if (row === undefined) return { outcome: 'canceled', counters: { ...noCounters } };
  const { rest_ms: restMs, ...ended } = row;
  if (!isFinished(ended.status)) throw new StillWritingError(Math.max(restMs, 0));
  return toResult(ended);
}

function toOutcome(status: RunStatus): RunOutcome {
  if (!isFinished(status)) throw new Error('The run is not over.');
  return status;
}
