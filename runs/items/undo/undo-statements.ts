import type { Pipeline } from '../../../drizzle/index.ts';
import type { StreamAddress } from '../../store/segment-statements.ts';

/** What is to be undone next of a scope: what the last of its steps created, of all items that went through it. */
export interface UndoableRow {
  /** The item whose scope it is. */
  id: string;
  step: string;
  item_id: string;
  subject: string;
  undo: string;
}

/**
 * Reads what the children of items created at the steps where these stand, and that is not undone: of each item, what its last
 * step created, since what came before may be needed to undo it.
 *
 * @param perItem Steps whose effects are the item's own.
 */
export function selectUndoable(
  { sql }: Pipeline,
  { orgId }: Pick<StreamAddress, 'orgId'>,
  { ids, perItem }: { ids: readonly string[]; perItem: readonly string[] },
) {
  return sql<UndoableRow[]>`
    with recursive family as (
      select parent.id as root, items.id, items.key, items.seq, items.subject from items as parent
      join items on items.org_id = ${orgId} and items.parent_id = parent.id and items.parent_step = parent.step
      where parent.org_id = ${orgId} and parent.id = any(${[...ids]}::uuid[])
      union all
      select family.root, items.id, items.key, items.seq, items.subject
      from family join items on items.org_id = ${orgId} and items.parent_id = family.id
    ),
    made as (
      select family.root, family.id as item_id, item_steps.step, item_steps.undo,
        coalesce(family.subject, family.key)
          || case when item_steps.step = any(${[...perItem]}::text[]) then '@' || family.seq else '' end as subject,
        rank() over (partition by family.root order by item_steps.position desc) as place
      from family join item_steps on item_steps.org_id = ${orgId} and item_steps.item_id = family.id
      where item_steps.undo is not null
    )
    select root as id, step, item_id, subject, encode(undo, 'base64') as undo from made where place = 1`.execute();
}

/** What a child has undone. */
export interface Undone {
  itemId: string;
  step: string;
  undoStep: string;
  subject: string;
}

/** Takes away what is known of effects that are undone: outputs, and what the ledger knows of both. */
export function forgetUndone(
  { sql }: Pipeline,
  { orgId, integrationId, stream }: StreamAddress,
  undone: readonly Undone[],
): PromiseLike<unknown> {
  const steps = undone.map(({ step }) => step);
  return Promise.all([
    sql`
      with recursive above as (
        select given.item_id as id, given.step
        from unnest(${undone.map(({ itemId }) => itemId)}::uuid[], ${steps}::text[]) as given (item_id, step)
        union
        select items.parent_id, above.step from above
        join items on items.org_id = ${orgId} and items.id = above.id and items.parent_id is not null
      )
      delete from item_steps using above
      where item_steps.org_id = ${orgId} and item_steps.item_id = above.id and item_steps.step = above.step`.execute(),
    sql`
      update ledger set hash = null, target_id = null
      from unnest(${[...steps, ...undone.map(({ undoStep }) => undoStep)]}::text[],
        ${[...undone, ...undone].map(({ subject }) => subject)}::text[]) as given (step, subject)
      join streams on streams.org_id = ${orgId} and streams.integration_id = ${integrationId}
        and streams.stream = ${stream} and streams.step = given.step
      where ledger.stream_id = streams.id and ledger.source_key = given.subject`.execute(),
  ]);
}

/** Notes of items that all that the children of their scope created is undone. */
export function noteUndone(
  { sql }: Pipeline,
  { orgId }: Pick<StreamAddress, 'orgId'>,
  scopes: readonly { id: string; step: string; child: string }[],
): PromiseLike<unknown> {
  return sql`
    update items set settled = 'undone'
    from unnest(${scopes.map(({ id }) => id)}::uuid[], ${scopes.map(({ step }) => step)}::text[],
      ${scopes.map(({ child }) => child)}::text[]) as given (id, step, child)
    where items.org_id = ${orgId} and items.parent_id = given.id and items.parent_step = given.step
      and items.child = given.child and items.status = 'failed'`.execute();
}
