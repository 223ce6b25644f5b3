import type { Pipeline } from '../../drizzle/index.ts';
import { unretryableCodes } from '../../services/runs/dead-letter.ts';
import type { RunAddress } from '../load/load-run.ts';

/** Writes down what became of failed records whose items were tried again, or whose records have changed since. */
export function settleDeadLetters(
  { sql }: Pipeline,
  { orgId, runId }: RunAddress,
  { done, failed }: { done: readonly string[]; failed: readonly string[] },
): PromiseLike<unknown> {
  return Promise.all([
    done.length === 0
      ? undefined
      : sql`
          update dead_letters set resolved_by = ${runId}
          from items as ended join items as older on older.org_id = ended.org_id
            and older.integration_id = ended.integration_id and older.key = ended.key and older.seq <= ended.seq
            and older.parent_id is null and older.child is not distinct from ended.child
          where ended.org_id = ${orgId} and ended.id = any(${[...done]}::uuid[]) and ended.ended_at is not null
            and older.status in ('failed', 'succeeded', 'skipped')
            and (older.id = ended.id or dead_letters.code <> all(${[...unretryableCodes]}::text[]))
            and dead_letters.org_id = ${orgId} and dead_letters.item_id = older.id and resolved_by is null`.execute(),
    failed.length === 0
      ? undefined
      : sql`
          delete from dead_letters
          where org_id = ${orgId} and item_id = any(${[...failed]}::uuid[]) and run_id <> ${runId} and resolved_by is null`.execute(),
  ]);
}
