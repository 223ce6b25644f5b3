import type postgres from 'postgres';
import { HubError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { ItemStatus } from '../../core/enums.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { unretryableCodes } from '../runs/dead-letter.ts';
import type { ItemRow } from './item.ts';

/** An item that failed, with the failed record that it became. */
export interface FailedItem {
  id: string;
  step: string | null;
  settled: string | null;
  dead_letter_id: string;
  /** The run in which it failed. */
  run_id: string;
  code: string;
  /** The newest item of its record behind it; null where there is none. */
  newer_id: string | null;
  newer_status: ItemStatus | null;
  newer_change: ItemRow['change'] | null;
}

/**
 * Locks items that failed, the oldest first; of children, their parents failed.
 *
 * @param where Speaks of `i`, and of the failed records as `d`.
 * @param of.resolved Also those for which a newer item of the record has succeeded.
 */
export function selectFailed(
  { sql }: Transaction,
  orgId: string,
  where: postgres.PendingQuery<postgres.Row[]>,
  { limit, resolved = false }: { limit: number; resolved?: boolean },
): PromiseLike<FailedItem[]> {
  return sql<FailedItem[]>`
    select i.id, i.step, i.settled, d.id as dead_letter_id, d.run_id, d.code, newer.id as newer_id, newer.status as newer_status,
      newer.change as newer_change
    from dead_letters as d join items as i on i.org_id = d.org_id and i.id = d.item_id
    left join lateral (
      select other.id, other.status, other.change from items as other
      where other.org_id = i.org_id and other.integration_id = i.integration_id and other.key = i.key and other.seq > i.seq
        and other.parent_id is null and other.child is not distinct from i.child
      order by other.seq desc limit 1
    ) as newer on true
    where d.org_id = ${orgId} ${resolved ? sql`` : sql`and d.resolved_by is null`} and i.status = 'failed' and i.parent_id is null and ${where}
    order by d.id limit ${limit} for update of i`;
}

export function isInDoubt({ code }: Pick<FailedItem, 'code'>): boolean {
  return unretryableCodes.includes(code);
}

/** What was left behind has to be put in order whatever came since. */
export function isSuperseded({ newer_id: newer, settled }: FailedItem): boolean {
  return newer !== null && settled !== 'undo_failed';
}

/** @throws {HubError} `invalid_state`, with the newer item. */
export function refuseSuperseded({ newer_id: newer }: Pick<FailedItem, 'newer_id'>, message: string): HubError {
  return new HubError('invalid_state', message, {
    details: { reason: 'superseded', ...(newer === null ? {} : { newer_item_id: toId('item', newer) }) },
  });
}

/** @throws {HubError} `invalid_state` */
export function refuseInDoubt(): HubError {
  return new HubError('invalid_state', messages.itemInDoubt, { details: { reason: 'in_doubt' } });
}
