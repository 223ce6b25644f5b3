import type { RunTrigger } from '../core/enums.ts';
import { type Meter, noMeter } from '../core/meter.ts';
import { type Counters, noCounters } from '../core/pure/counters.ts';
import { isFinished, type RunOutcome, type RunStatus } from '../core/pure/run-status.ts';
import { type Database, type Pipeline, withTenantPipelined } from '../drizzle/index.ts';
import type { RunError } from '../drizzle/schema/index.ts';
import { lockTurn, promoteNext } from '../services/runs/promote-next.ts';
import { freeSlot } from './begin-in-database.ts';
import type { RunAddress } from './load-run.ts';
import { countRun } from './observe-run.ts';
import type { FinishResult } from './types.ts';

/**
 * Ends a run and gives the turn to the next one of its integration. Call it under `lockTurn`.
 *
 * A run with failed records, or that left removals undone, ends as partially succeeded.
 *
 * @param last What the page that ended the run adds to its counters.
 * @returns how the run ended, to be counted once that is committed; `undefined` when it was over before, which nothing changes.
 */
export async function finishRun(
  tx: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  outcome: 'succeeded' | 'failed' | 'canceled',
  { error, last }: { error?: RunError | undefined; last?: Counters } = {},
): Promise<EndedRun | undefined> {
  const stored = error === undefined ? null : JSON.stringify(error);
  const more = last ?? noCounters;
  const [[row]] = await Promise.all([
    tx.sql<EndedRow[]>`
      update runs set
        read = read + ${more.read}, created = created + ${more.created}, updated = updated + ${more.updated},
        deleted = deleted + ${more.deleted}, skipped = skipped + ${more.skipped}, failed = failed + ${more.failed},
        deduplicated = deduplicated + ${more.deduplicated}, pages = pages + ${last === undefined ? 0 : 1},
        status = case when ${outcome} = 'succeeded' and (failed + ${more.failed} > 0 or withheld is not null) then 'partially_succeeded'
          else ${outcome} end,
        error = case when ${outcome} = 'failed' then coalesce(${stored}::jsonb, error) end,
        finished_at = clock_timestamp(), updated_at = clock_timestamp()
      where org_id = ${orgId} and id = ${runId} and status in ('queued', 'running', 'canceling')
      returning status, read, created, updated, deleted, skipped, failed, deduplicated, trigger,
        extract(epoch from finished_at - coalesce(started_at, finished_at))::float8 as seconds`.execute(),
    freeSlot(tx, { orgId, integrationId, runId }),
    promoteNext(tx, orgId, integrationId),
  ]);
  if (row === undefined) return undefined;
  const { trigger, seconds, ...ended } = row;
  return { ...toResult(ended), trigger, seconds };
}

/** A run that has just ended. */
export interface EndedRun extends FinishResult {
  trigger: RunTrigger;
  /** Since it began. */
  seconds: number;
}

type OutcomeRow = Counters & { status: RunStatus };
type EndedRow = OutcomeRow & Pick<EndedRun, 'trigger' | 'seconds'>;

function toResult({ status, ...counters }: OutcomeRow): FinishResult {
  return { outcome: toOutcome(status), counters };
}

/** Ends a run in a transaction of its own and reads how it ended. @idempotency A run that is over stays as it is. */
export async function finishInDatabase(
  { database, meter = noMeter }: { database: Database; meter?: Meter },
  address: RunAddress,
  outcome: 'succeeded' | 'failed' | 'canceled',
  error?: RunError,
): Promise<FinishResult> {
  const [, ended, result] = await withTenantPipelined(database, address.orgId, (tx) =>
    Promise.all([
      lockTurn(tx, address.orgId, address.integrationId),
      finishRun(tx, address, outcome, { error }),
      readOutcome(tx, address),
    ]),
  );
  if (ended !== undefined) countRun(meter, ended);
  return result;
}

/** How a finished run ended. */
export async function readOutcome({ sql }: Pipeline, { orgId, runId }: RunAddress): Promise<FinishResult> {
  const [row] = await sql<OutcomeRow[]>`
    select status, read, created, updated, deleted, skipped, failed, deduplicated
    from runs where org_id = ${orgId} and id = ${runId}`.execute();
  return row === undefined ? { outcome: 'canceled', counters: { ...noCounters } } : toResult(row);
}

function toOutcome(status: RunStatus): RunOutcome {
  if (!isFinished(status)) throw new Error('The run is not over.');
  return status;
}
