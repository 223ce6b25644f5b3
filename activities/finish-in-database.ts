import type { Counters } from '../core/pure/counters.ts';
import { isFinished, type RunOutcome, type RunStatus } from '../core/pure/run-status.ts';
import { type Database, type Transaction, withTenant } from '../drizzle/index.ts';
import type { RunError } from '../drizzle/schema/index.ts';
import { lockTurn, promoteNext } from '../services/runs/promote-next.ts';
import { freeSlot } from './begin-in-database.ts';
import type { RunAddress } from './load-run.ts';
import type { FinishResult } from './types.ts';

/**
 * Ends a run and gives the turn to the next one of its integration. Call it under `lockTurn`.
 *
 * Does nothing to a run that is over. A run with failed records ends as partially succeeded.
 */
export async function finishRun(
  tx: Transaction,
  { orgId, integrationId, runId }: RunAddress,
  outcome: 'succeeded' | 'failed' | 'canceled',
  error?: RunError,
): Promise<void> {
  const stored = error === undefined ? null : JSON.stringify(error);
  await Promise.all([
    tx.sql`
      update runs set
        status = case when ${outcome} = 'succeeded' and failed > 0 then 'partially_succeeded' else ${outcome} end,
        error = case when ${outcome} = 'failed' then coalesce(${stored}::jsonb, error) end,
        finished_at = clock_timestamp(), updated_at = clock_timestamp()
      where org_id = ${orgId} and id = ${runId} and status in ('queued', 'running', 'canceling')`.execute(),
    freeSlot(tx, { orgId, integrationId, runId }),
    promoteNext(tx, orgId, integrationId),
  ]);
}

/** Ends a run in a transaction of its own and reads how it ended. @idempotency A run that is over stays as it is. */
export function finishInDatabase(
  database: Database,
  address: RunAddress,
  outcome: 'succeeded' | 'failed' | 'canceled',
  error?: RunError,
): Promise<FinishResult> {
  return withTenant(database, address.orgId, async (tx) => {
    const [, , result] = await Promise.all([
      lockTurn(tx, address.orgId, address.integrationId),
      finishRun(tx, address, outcome, error),
      readOutcome(tx, address),
    ]);
    return result;
  });
}

/** How a finished run ended. */
export async function readOutcome({ sql }: Transaction, { orgId, runId }: RunAddress): Promise<FinishResult> {
  const [row] = await sql<(Counters & { status: RunStatus })[]>`
    select status, read, created, updated, deleted, skipped, failed, deduplicated
    from runs where org_id = ${orgId} and id = ${runId}`;
  if (row === undefined) return { outcome: 'canceled', counters: emptyCounters() };
  const { status, ...counters } = row;
  return { outcome: toOutcome(status), counters };
}

function toOutcome(status: RunStatus): RunOutcome {
  if (!isFinished(status)) throw new Error('The run is not over.');
  return status;
}

function emptyCounters(): Counters {
  return { read: 0, created: 0, updated: 0, deleted: 0, skipped: 0, failed: 0, deduplicated: 0 };
}
