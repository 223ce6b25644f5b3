import type { Transaction } from '../../drizzle/client.ts';
import type { Passages } from './timeline.ts';

/** Enough for an item that was tried again and again. */
const waitsMax = 200;

/** @param id UUID of the item. */
export async function selectPassages({ sql }: Transaction, orgId: string, id: string): Promise<Passages> {
  const [steps, waits, failures, children] = await Promise.all([
    sql<Passages['steps']>`
      select step, outcome, created_at as at from item_steps
      where org_id = ${orgId} and item_id = ${id} and step ~ '^[A-Za-z]' order by created_at, position`,
    sql<Passages['waits']>`
      select id, step, kind, status, parked_at, case when kind = 'check' then ends_at else due_at end as until, ended_at
      from waits where org_id = ${orgId} and item_id = ${id} order by id limit ${waitsMax}`,
    sql<Passages['failures']>`
      select distinct on (step) step, code, field, message, created_at as at, count(*) over (partition by step)::int as count
      from dead_letters where org_id = ${orgId} and item_id = ${id} and step is not null order by step, id desc`,
    sql<Passages['children']>`
      select parent_step as step, status, count(*)::int as count from items
      where org_id = ${orgId} and parent_id = ${id} group by parent_step, status`,
  ]);
  return { steps, waits, failures, children };
}
