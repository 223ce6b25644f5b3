import type { CallKind } from '../../core/enums.ts';
import type { Transaction } from '../../drizzle/index.ts';
import { type CallPlace, callsMax, dueAt } from './call-place.ts';

/** A call that is to be carried out, with what it called before where its item is tried again. UUIDs. */
export interface AskedCall {
  id: string;
  kind: CallKind;
  integration_id: string;
  callee_id: string;
  detached: boolean;
  sealed: Buffer | null;
  /** The item that its input became; null for the first time, and where that is gone. */
  child_id: string | null;
  child_status: string | null;
  /** The run that carries that item, where it has not ended. */
  carrier_id: string | null;
  /** Of an item that failed: its failed record, and the run that has it. */
  dead_letter_id: string | null;
  failed_run_id: string | null;
  dead_letter_code: string | null;
}

/** Locks calls that are to be carried out, the oldest first. Call it under the lock of the queue of what they call. */
export function selectAsked(tx: Transaction, place: CallPlace): PromiseLike<AskedCall[]> {
  const { sql } = tx;
  return sql<AskedCall[]>`
    select calls.id, calls.kind, calls.integration_id, calls.callee_id, calls.detached, calls.sealed,
      child.id as child_id, child.status as child_status, carrier.id as carrier_id,
      failed.id as dead_letter_id, failed.run_id as failed_run_id, failed.code as dead_letter_code
    from calls
    left join items as child on child.org_id = calls.org_id and child.id = calls.child_item_id
    left join runs as carrier on carrier.org_id = calls.org_id and carrier.id = child.run_id and carrier.finished_at is null
    left join lateral (
      select id, run_id, code from dead_letters
      where org_id = calls.org_id and item_id = child.id and resolved_by is null order by id desc limit 1
    ) as failed on true
    where ${dueAt(tx, place)} and calls.status = 'asked' and calls.cancel_requested_at is null
    order by calls.id limit ${callsMax} for update of calls`;
}

/** The integration that the calls of a place are about; `undefined` where none is to be carried out. */
export async function findCallee(tx: Transaction, place: CallPlace): Promise<string | undefined> {
  const [asked] = await tx.sql<{ callee_id: string }[]>`
    select callee_id from calls where ${dueAt(tx, place)} and calls.status = 'asked' and calls.cancel_requested_at is null
    order by id limit 1`;
  return asked?.callee_id;
}

/** Notes that calls are under way. @param calls Of each, the item that its input became; `undefined` of a run without inputs. */
export async function markStarted(
  { sql }: Transaction,
  orgId: string,
  runId: string,
  calls: readonly { id: string; childId: string | undefined; detached: boolean }[],
): Promise<void> {
  await sql`
    update calls set child_run_id = ${runId}, child_item_id = given.child_id, updated_at = clock_timestamp(),
      status = case when given.detached then 'ended' else 'started' end,
      outcome = case when given.detached then 'started' end,
      due_at = case when given.detached then clock_timestamp() end
    from unnest(${calls.map(({ id }) => id)}::uuid[], ${calls.map(({ childId }) => childId ?? null)}::uuid[],
      ${calls.map(({ detached }) => String(detached))}::text[]::boolean[]) as given (id, child_id, detached)
    where calls.org_id = ${orgId} and calls.id = given.id`;
}
