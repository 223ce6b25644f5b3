import type postgres from 'postgres';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { ServiceDeps } from '../../shared/context.ts';
import type { RunReference } from './enqueue-run.ts';
import { openQueue } from './run-queue.ts';
import { startRun } from './start-run.ts';
import { callUp } from './wake-run.ts';

/**
 * Locks the queues of integrations whose runs have ended and left items that wait. Send it before the waits are locked, since
 * canceling what waits locks in this order.
 *
 * @param item UUID of the item, or a statement that gives some.
 * @param guarded A statement that gives the UUIDs of runs that held something back which is decided on.
 */
export function lockLeft(
  { sql }: Transaction,
  orgId: string,
  item: string | postgres.PendingQuery<postgres.Row[]>,
  guarded = sql`select null::uuid`,
): PromiseLike<unknown> {
  const items = typeof item === 'string' ? sql`select ${item}::uuid` : item;
  // Each is asked once, and answered by keys, whatever the statistics of new tables say.
  return sql`
    select 1 from integrations where org_id = ${orgId} and id = any(array(
      select items.integration_id from items join runs on runs.org_id = items.org_id and runs.id = items.run_id
      where items.org_id = ${orgId} and items.id = any(array(${items})) and items.status = 'parked' and runs.finished_at is not null
      union all
      select integration_id from runs where org_id = ${orgId} and id = any(array(${guarded}))
    )) order by id for no key update`;
}

/**
 * Lets the item of a wait go on that was just answered: wakes its run or, where that has ended and left it, makes one that takes
 * over what was left and reads nothing. A run that is yet to begin takes it over by itself.
 *
 * Call it when the answer is stored, in the same transaction. Where the integration cannot run now, the answer stays, and the
 * next run finds it.
 *
 * @param run.itemId UUID of the item.
 */
export async function carryOn(
  tx: Transaction,
  { clock }: Pick<ServiceDeps, 'clock'>,
  { orgId, runId, itemId }: Pick<RunReference, 'orgId' | 'runId'> & { itemId: string },
): Promise<void> {
  const { sql } = tx;
  await callUp(tx, { orgId, runId });
  const [left] = await sql<{ integration_id: string; requested_by: string | null }[]>`
    select runs.integration_id, runs.requested_by from runs
    join items on items.org_id = runs.org_id and items.id = ${itemId} and items.run_id = runs.id
    where runs.org_id = ${orgId} and runs.id = ${runId} and runs.finished_at is not null and items.status = 'parked'`;
  if (left === undefined) return;
  const { integration_id: integrationId, requested_by: requestedBy } = left;
  try {
    const queue = await openQueue(tx, { orgId, integrationId, trigger: 'retry' });
    const [coming] = await sql`
      select 1 from runs
      where org_id = ${orgId} and integration_id = ${integrationId} and status = 'queued' and wakes = 0 limit 1`;
    if (coming !== undefined) return;
    await startRun(tx, queue, {
      options: { letters: { run: runId, ids: [] } },
      concurrency: 'queue',
      retryOf: runId,
      // Who may not decide is who asked for the run that the item is of.
      requestedBy: requestedBy ?? undefined,
      now: toTimestamp(clock.now()),
    });
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
  }
}

/**
 * Makes a run that reads the source again and goes by what was just approved of what another one held back. Where the integration cannot
 * run now, the next one does.
 *
 * Call it when the decision is stored, in the same transaction.
 *
 * @returns UUID of the run that was made.
 */
export async function followGuarded(
  tx: Transaction,
  { clock }: Pick<ServiceDeps, 'clock'>,
  { orgId, runId }: Pick<RunReference, 'orgId' | 'runId'>,
): Promise<string | undefined> {
  const [held] = await tx.sql<{ integration_id: string; requested_by: string | null }[]>`
    select integration_id, requested_by from runs where org_id = ${orgId} and id = ${runId}`;
  if (held === undefined) return undefined;
  try {
    const queue = await openQueue(tx, { orgId, integrationId: held.integration_id, trigger: 'retry' });
    const { id } = await startRun(tx, queue, {
      concurrency: 'queue',
      retryOf: runId,
      requestedBy: held.requested_by ?? undefined,
      now: toTimestamp(clock.now()),
    });
    return id;
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return undefined;
  }
}
