import type { TickReason, TickStatus } from '../../core/enums.ts';
import { newUuid } from '../../core/ids.ts';
import { toTimestamp } from '../../core/clock.ts';
import type { Transaction } from '../../drizzle/client.ts';

/** What became of one time of a schedule. */
export interface NewTick {
  /** Milliseconds since 1970. */
  at: number;
  status: TickStatus;
  reason?: TickReason;
  /** UUID. */
  runId?: string;
}

/** Writes ticks. One that is there already fails the transaction, for its run would be the second. */
export function insertTicks(
  { sql }: Transaction,
  { orgId, workflowId, now }: { orgId: string; workflowId: string; now: string },
  ticks: readonly NewTick[],
): PromiseLike<unknown> {
  return sql`
    insert into schedule_ticks (org_id, id, workflow_id, scheduled_at, status, reason, run_id, created_at)
    select ${orgId}, t.id, ${workflowId}, t.at, t.status, t.reason, t.run_id, ${now}
    from unnest(
      ${ticks.map(() => newUuid())}::uuid[], ${ticks.map(({ at }) => toTimestamp(at))}::text[]::timestamptz[],
      ${ticks.map(({ status }) => status)}::text[], ${ticks.map(({ reason }) => reason ?? null)}::text[],
      ${ticks.map(({ runId }) => runId ?? null)}::uuid[]
    ) as t (id, at, status, reason, run_id)`;
}
