import type { StepCount } from '../../core/pure/run-messages.ts';
import type { Pipeline } from '../../drizzle/index.ts';

/** What counting may cost: of a run with more items, these are counted that it made first. */
export const countedItemsMax = 10_000;

/**
 * Counts the items of a run at each step of its flow, in the order of the flow. Children count at the steps that they go
 * through.
 *
 * @returns none for a run without items.
 */
export async function countSteps({ sql }: Pipeline, orgId: string, runId: string): Promise<StepCount[]> {
  const rows = await sql<(StepCount & { items: number })[]>`
    with recursive mine as (
      select id, status, step, true as is_own from items
      where org_id = ${orgId} and id in (
        -- By the index alone, however many the run has.
        select id from items where org_id = ${orgId} and run_id = ${runId} and parent_id is null
        order by id limit ${countedItemsMax + 1}
      )
      union all
      select child.id, child.status, child.step, false from mine, lateral (
        select id, status, step from items where org_id = ${orgId} and parent_id = mine.id offset 0
      ) as child
    ),
    counted as (
      select item_steps.step, min(item_steps.position) as position,
        count(*) filter (where item_steps.outcome = 'passed') as passed,
        count(*) filter (where item_steps.outcome = 'skipped') as skipped,
        count(*) filter (where item_steps.outcome = 'failed') as failed, 0 as waiting
      -- Item by item, whatever the statistics of new tables say.
      from mine, lateral (
        select step, position, outcome from item_steps where org_id = ${orgId} and item_id = mine.id and step <> '' offset 0
      ) as item_steps
      group by item_steps.step
      union all
      select step, null, 0, 0, 0, count(*) from mine
      where step is not null and status in ('ready', 'parked', 'held') group by step
    )
    select step, sum(passed)::int as passed, sum(skipped)::int as skipped, sum(failed)::int as failed,
      sum(waiting)::int as waiting, (select count(*)::int from mine where is_own) as items
    from counted group by step order by min(position) nulls last, step`.execute();
  return rows.map(({ items, ...count }) => (items > countedItemsMax ? { ...count, partial: true } : count));
}
