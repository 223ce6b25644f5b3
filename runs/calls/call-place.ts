import type { CallKind, CallOutcome } from '../../core/enums.ts';
import type { Transaction } from '../../drizzle/index.ts';

/** The calls of one step that items of one run asked for: they are carried out together. UUID of the run. */
export interface CallPlace {
  orgId: string;
  runId: string;
  step: string;
}

/** Calls that one transaction takes up, and inputs of one run. */
export const callsMax = 1000;

/** The calls of a place that a worker has something to do for, as a condition. */
export function dueAt({ sql }: Pick<Transaction, 'sql'>, { orgId, runId, step }: CallPlace) {
  return sql`calls.org_id = ${orgId} and calls.run_id = ${runId} and calls.step = ${step} and calls.due_at <= clock_timestamp()`;
}

/** How a call ends that no run ends. */
export interface CallEnd {
  id: string;
  outcome: Extract<CallOutcome, 'refused' | 'canceled' | 'started' | 'succeeded' | 'skipped'>;
  code?: string;
  message?: string;
}

/** Ends calls that have not ended: those who asked are told afterwards. */
export async function endCalls({ sql }: Transaction, orgId: string, ends: readonly CallEnd[]): Promise<void> {
  if (ends.length === 0) return;
  await sql`
    update calls set status = 'ended', outcome = given.outcome, code = given.code, message = given.message,
      due_at = clock_timestamp(), updated_at = clock_timestamp()
    from unnest(${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ outcome }) => outcome)}::text[],
      ${ends.map(({ code }) => code ?? null)}::text[], ${ends.map(({ message }) => message ?? null)}::text[])
      as given (id, outcome, code, message)
    where calls.org_id = ${orgId} and calls.id = given.id and calls.status <> 'ended'`;
}

/** What the calls of a place are: all of them are of one step. */
export interface CallSubject {
  kind: CallKind;
  /** UUID. */
  calleeId: string;
}
