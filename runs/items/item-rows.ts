import type { JsonObject } from '../../core/json.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { ItemChange } from '../../flow/index.ts';

/** An item as a step works on it. */
export interface ItemRow {
  id: string;
  key: string;
  seq: number;
  change: ItemChange;
  step: string | null;
  settled: string | null;
  before_id: string | null;
  /** Of a child: its parent, the step of the parent that made it, and its name among those that the step made. */
  parent_id: string | null;
  parent_step: string | null;
  child: string | null;
  /** What effects on its record are known by, instead of the key. */
  subject: string | null;
  /** What its step wrote to, where that is settled. */
  target_id: string | null;
  /** The fingerprint of that. */
  target_fingerprint: string | null;
  /** Somebody asked that it ends, or its parent. */
  canceling: boolean;
  /** What steps have written for the key, as `known` reads it, with its fingerprints; null where nothing does. */
  known: JsonObject | null;
  /** Step ids, and what became of the item there; '' is its record or element, `before` the record of the item before. */
  steps: { step: string; outcome: string; sealed: string | null }[];
}

/** @param known What gives the member of that name. Default: null. */
export const itemColumns = (sql: Pipeline['sql'], known = sql`null::jsonb`) => sql`
  ${known} as known, ${ownColumns(sql)}, ${carriedColumns(sql)}`;

/** Items without what they carry. */
export const bareColumns = (sql: Pipeline['sql']) => sql`
  null::jsonb as known, ${ownColumns(sql)}, '[]'::json as steps, null as before`;

const ownColumns = (sql: Pipeline['sql']) => sql`
  i.id, i.key, i.seq, i.change, i.step, i.settled, i.before_id, i.parent_id, i.parent_step, i.child, i.subject, exists (
    select 1 from items as root where root.org_id = i.org_id and root.integration_id = i.integration_id and root.key = i.key
      and root.seq = i.seq and root.parent_id is null and root.cancel_requested_at is not null and root.ended_at is null
  ) as canceling`;

export const carriedColumns = (sql: Pipeline['sql']) => sql`
  (
    select coalesce(json_agg(json_build_object('step', s.step, 'outcome', s.outcome, 'sealed', encode(s.sealed, 'base64'))
      order by s.position), '[]')
    from item_steps as s where s.org_id = i.org_id and s.item_id = i.id
  ) as steps, (
    select encode(s.sealed, 'base64') from item_steps as s
    where s.org_id = i.org_id and s.item_id = i.before_id and s.step = ''
  ) as before`;

/** Of an item whose step is not settled. */
export const noTarget = (sql: Pipeline['sql']) => sql`null as target_id, null as target_fingerprint`;

export type StoredItem = ItemRow & { before: string | null };

/** What was read of items. Sealed values in base64 are a little larger than what is in them. */
export function countBytes(rows: readonly Pick<StoredItem, 'steps' | 'before'>[]): number {
  return rows.reduce(
    (sum, { steps, before }) =>
      sum + (before?.length ?? 0) + steps.reduce((of, { sealed }) => of + (sealed?.length ?? 0), 0),
    0,
  );
}
