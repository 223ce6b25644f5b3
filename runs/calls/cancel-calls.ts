import type { CallKind } from '../../core/enums.ts';
import type { Transaction } from '../../drizzle/index.ts';
import { cancelItems } from '../../services/runs/queue/cancel-items.ts';
import { lockQueue } from '../../services/runs/queue/run-queue.ts';
import { stopRun } from '../../services/runs/queue/stop-run.ts';
import { type CallPlace, callsMax, dueAt, endCalls } from './call-place.ts';

interface CanceledCall {
  id: string;
  kind: CallKind;
  callee_id: string;
  child_item_id: string | null;
  child_run_id: string | null;
}

/** Ends calls that nothing was started for, of items that have ended since, or whose run was canceled. */
export async function cancelAsked(tx: Transaction, place: CallPlace): Promise<void> {
  await tx.sql`
    update calls set status = 'ended', outcome = 'canceled', updated_at = clock_timestamp()
    where ${dueAt(tx, place)} and cancel_requested_at is not null and status = 'asked'`;
}

/**
 * Cancels what was called for items that have ended since, or whose run was canceled: an input that no run has taken is taken
 * back, an item ends before its next step, and a run ends where nobody else waits for it.
 *
 * Locks queues, items and runs before calls, as their ends do.
 */
export async function cancelStarted(tx: Transaction, place: CallPlace, now: string): Promise<void> {
  const { sql } = tx;
  const { orgId } = place;
  const started = await sql<CanceledCall[]>`
    select id, kind, callee_id, child_item_id, child_run_id from calls
    where ${dueAt(tx, place)} and cancel_requested_at is not null and status = 'started' order by id limit ${callsMax}`;
  if (started.length === 0) return;
  const items = started.flatMap(({ child_item_id: id }) => id ?? []);
  await takeBack(tx, orgId, items);
  await cancelItems(tx, orgId, sql`id = any(${items}::uuid[])`, now);
  await cancelSyncs(tx, place, started, now);
  await sql`
    update calls set due_at = null
    where org_id = ${orgId} and id = any(${started.map(({ id }) => id)}::uuid[]) and status = 'started'`;
}

/** Takes inputs out of the inbox that no run has made items of. */
async function takeBack(tx: Transaction, orgId: string, items: readonly string[]): Promise<void> {
  const { sql } = tx;
  const taken = await sql<{ id: string }[]>`
    delete from inbox where org_id = ${orgId} and id = any(${[...items]}::uuid[]) returning id`;
  if (taken.length === 0) return;
  await sql`
    update calls set status = 'ended', outcome = 'canceled', due_at = clock_timestamp(), updated_at = clock_timestamp()
    where org_id = ${orgId} and child_item_id = any(${taken.map(({ id }) => id)}::uuid[]) and status = 'started'`;
}

async function cancelSyncs(
  tx: Transaction,
  { orgId }: CallPlace,
  started: readonly CanceledCall[],
  now: string,
): Promise<void> {
  const syncs = started.filter(({ kind }) => kind === 'sync');
  const runs = new Map(
    syncs.flatMap(({ child_run_id: run, callee_id: callee }) => (run === null ? [] : [[run, callee]])),
  );
  for (const [runId, integrationId] of [...runs].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await lockQueue(tx, orgId, integrationId);
    const [wanted] = await tx.sql`
      select 1 from calls where org_id = ${orgId} and child_run_id = ${runId} and status = 'started'
        and cancel_requested_at is null limit 1`;
    if (wanted === undefined) await stopRun(tx, { orgId, runId, integrationId }, now);
  }
  // Nobody waits until the run has stopped.
  await endCalls(
    tx,
    orgId,
    syncs.map(({ id }) => ({ id, outcome: 'canceled' })),
  );
}
