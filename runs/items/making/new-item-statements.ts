import type { ItemChange } from '../../../flow/index.ts';
import type { Pipeline } from '../../../drizzle/index.ts';
import type { RunAddress } from '../../load/load-run.ts';
import { toSealedList } from '../../store/segment-statements.ts';
import type { Arrival } from '../moving/carried.ts';
import type { Move, StepRow } from '../item-statements.ts';

/** A change of a record that becomes an item. */
export interface NewItem {
  id: string;
  key: string;
  seq: number;
  /** The record. */
  sealed: Buffer;
  /** What it is named for people. */
  label?: string | undefined;
}

/** How far items get before they are made, should their records be new: they are written once, at their first effect. */
export interface FirstMoves {
  arrivals: readonly Arrival[];
  moves: readonly Move[];
  steps: readonly StepRow[];
}

/**
 * Makes items of changes. Each is made once; one whose record has an item under way already is held behind it, and one that
 * the flow does not want is known and goes nowhere.
 *
 * What an item carries is stored side by side: small rows in a row of their own would fill what is left of pages of long ago, a few
 * on each.
 *
 * @param first Holds only of records that are new, with nothing before them: the others begin before the first step.
 * @param wanted.baseline Records that are new were there before the flow was.
 * @param wanted.proposes They wait until the whole source is read: only then is known whether they are too many.
 * @param wanted.judges A formula is to tell of those behind another one whether they end that.
 */
export function insertItems(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  items: readonly NewItem[],
  first: FirstMoves,
  {
    changes,
    baseline,
    proposes,
    judges,
  }: { changes: ReadonlySet<ItemChange>; baseline: boolean; proposes: boolean; judges: boolean },
) {
  const moves = new Map(first.moves.map((move) => [move.id, move]));
  const goals = items.map(({ id }) => moves.get(id));
  const { steps } = first;
  return sql`
    with entry as materialized (
      select given.*, last.id as before_id, case when last.id is null then 'created' else 'updated' end as change,
        exists (
          select 1 from items as other where other.org_id = ${orgId} and other.integration_id = ${integrationId}
            and other.key = given.key and other.parent_id is null
            and (other.status in ('ready', 'parked', 'held') and not other.released or other.status = 'failed' and other.settled = 'undo_failed')
        ) as behind, ${judges ? followsOpen({ sql }, { orgId, integrationId }) : sql`false`} as judged
      from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ key }) => key)}::text[],
        ${items.map(({ seq }) => seq)}::int[], ${toSealedList(items.map(({ sealed }) => sealed))}::text::bytea[],
        ${goals.map((move) => move?.status ?? null)}::text[], ${goals.map((move) => move?.step ?? null)}::text[],
        ${goals.map((move) => move?.settled ?? null)}::text[], ${items.map(({ label }) => label ?? null)}::text[],
        ${goals.map((move) => (typeof move?.timeout === 'number' ? move.timeout : null))}::float8[])
        as given (id, key, seq, sealed, goal, goal_step, goal_settled, label, timeout_ms)
      left join lateral (${lastOf({ sql }, { orgId, integrationId }, sql`given.key`)}) as last on true
    ),
    sorted as materialized (
      select *, goal is not null and wanted and not behind and before_id is null and not ${proposes} as moved
      from (
        select *, behind or (change = any(${[...changes]}::text[]) and not (${baseline} and before_id is null)) as wanted
        from entry
      ) as judged
    ),
    made as (
      insert into items (org_id, id, integration_id, run_id, key, seq, change, status, step, settled, before_id, ended_at, interrupts, label, times_out_at)
      select ${orgId}, id, ${integrationId}, ${runId}, key, seq, change,
        case when not wanted then 'skipped' when ${proposes} then 'proposed' when behind then 'held' when moved then goal else 'ready' end,
        case when moved then goal_step end, case when moved then goal_settled end, before_id,
        case when not wanted or moved and goal <> 'ready' then clock_timestamp() end, case when not judged then false end, label,
        case when moved then clock_timestamp() + timeout_ms * interval '1 millisecond' end
      from sorted
      on conflict (org_id, integration_id, key, seq) where parent_id is null do nothing
      returning id
    )
    insert into item_steps (org_id, item_id, step, outcome, position, sealed)
    select ${orgId}::uuid, sorted.id, '', 'passed', -1, sorted.sealed from sorted join made on made.id = sorted.id
    union all
    select ${orgId}::uuid, entered.item_id, entered.step, entered.outcome, entered.position, entered.sealed
    from unnest(${steps.map(({ itemId }) => itemId)}::uuid[], ${steps.map(({ step }) => step)}::text[],
      ${steps.map(({ outcome }) => outcome)}::text[], ${steps.map(({ position }) => position)}::int[],
      ${toSealedList(steps.map(({ sealed }) => sealed))}::text::bytea[]) as entered (item_id, step, outcome, position, sealed)
    join sorted on sorted.id = entered.item_id and sorted.moved join made on made.id = sorted.id
    order by 2, 5`.execute();
}

/** Whether a record has an item that has not ended, as an expression over `given.key`. */
function followsOpen(
  { sql }: Pick<Pipeline, 'sql'>,
  { orgId, integrationId }: Pick<RunAddress, 'orgId' | 'integrationId'>,
) {
  return sql`exists (
    select 1 from items as open where open.org_id = ${orgId} and open.integration_id = ${integrationId}
      and open.key = given.key and open.parent_id is null and open.status in ('ready', 'parked', 'held')
  )`;
}

/** The last item of a key that came to a good end: what the next one is compared with. Behind a deletion there is none. */
export function lastOf(
  { sql }: Pick<Pipeline, 'sql'>,
  { orgId, integrationId }: Pick<RunAddress, 'orgId' | 'integrationId'>,
  key: ReturnType<Pipeline['sql']>,
) {
  return sql`
    select good.id from (
      select ended.id, ended.change from items as ended where ended.org_id = ${orgId} and ended.integration_id = ${integrationId}
        and ended.key = ${key} and ended.parent_id is null and ended.status in ('succeeded', 'skipped')
      order by ended.seq desc limit 1
    ) as good where good.change <> 'deleted'`;
}
