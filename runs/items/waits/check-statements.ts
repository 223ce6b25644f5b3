import type { Pipeline } from '../../../drizzle/index.ts';
import type { StreamAddress } from '../../store/segment-statements.ts';
import { itemColumns, noTarget, type StoredItem } from '../item-rows.ts';
import { selectKnown } from '../known-statements.ts';

/** An item whose check is due. */
export type CheckedItem = StoredItem & { wait_id: string };

/** Items of a run whose checks are due, all of one step, those first that are due the longest. */
export function selectDueChecks(
  tx: Pipeline,
  address: StreamAddress,
  { limit, known }: { limit: number; known: readonly string[] },
) {
  const { orgId, runId } = address;
  const { sql } = tx;
  const due = sql`
    from waits where org_id = ${orgId} and run_id = ${runId} and status = 'open' and kind = 'check'
      and due_at <= clock_timestamp()`;
  return sql<CheckedItem[]>`
    select ${itemColumns(sql, selectKnown(tx, address, known))}, ${noTarget(sql)}, w.id as wait_id
    from (
      select id, item_id ${due} and step = (select step ${due} order by due_at, step limit 1) order by due_at, id limit ${limit}
    ) as w
    join items as i on i.org_id = ${orgId} and i.id = w.item_id and i.status = 'parked'
    order by i.id`.execute();
}

/** Notes what the checks of waits found that are met. A wait counts once, as it ended first. */
export function meetChecks(
  { sql }: Pipeline,
  { orgId }: StreamAddress,
  met: readonly { id: string; sealed: Buffer }[],
): PromiseLike<unknown> {
  return sql`
    update waits set status = 'met', sealed = decode(given.sealed, 'hex'), ended_at = clock_timestamp()
    from unnest(${met.map(({ id }) => id)}::uuid[], ${met.map(({ sealed }) => sealed.toString('hex'))}::text[]) as given (id, sealed)
    where waits.org_id = ${orgId} and waits.id = given.id and waits.status = 'open'`.execute();
}

/**
 * Lets checks be asked again, or gives them up whose time is over. The next instant is rounded up, to a tenth of the interval:
 * from a second to five minutes. So thousands of items are asked for together, and none more often than its step says.
 */
export function postponeChecks(
  { sql }: Pipeline,
  { orgId }: StreamAddress,
  ids: readonly string[],
  afterMs: number,
): PromiseLike<unknown> {
  return sql`
    update waits set status = case when ends_at <= clock_timestamp() then 'expired' else status end,
      ended_at = case when ends_at <= clock_timestamp() then clock_timestamp() end,
      due_at = least(
        to_timestamp(ceil((extract(epoch from clock_timestamp()) + ${afterMs / 1000}) / given.grain) * given.grain),
        ends_at
      )
    from (select least(greatest(ceil(${afterMs / 1000}::float8 * 0.1), 1), 300) as grain) as given
    where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) and status = 'open'`.execute();
}
