import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { RecordSource } from '../../core/records.ts';
import { type Pipeline, withTenantPipelined } from '../../drizzle/index.ts';
import type { Plan } from '../../engine/plan.ts';
import { readSourceCursor } from '../../engine/read-position.ts';
import type { ActionStep, Flow, ItemContext } from '../../flow/index.ts';
import type { StoredItem } from './item-rows.ts';
import type { CarriedItems } from './moving/carried.ts';
import { selectWaiting } from './item-statements.ts';
import type { PageSizes } from './moving/page-sizes.ts';
import { readCarried } from './moving/read-carried.ts';
import { type ItemReader, toEffectKey } from './read-items.ts';

/** An item on a page of a step. */
export interface PagedItem {
  id: string;
  key: string;
  effectKey: string;
  context: ItemContext;
  /** Of what is stored of it, about. */
  bytes: number;
  /** Its parent is to know how it ends. */
  isChild: boolean;
  /** As it was read. */
  row: StoredItem;
}

/** The items that wait for the effect of a step, as a source whose records are what the step reads of them. */
export interface ItemSource extends RecordSource {
  /** Items of the page before a cursor that a checkpoint moves to. */
  pageBefore(cursor: Json): readonly PagedItem[];
  /** The item that a record was made of; absent for one of no page. */
  itemOf(record: JsonObject): PagedItem | undefined;
  /** What the step reads of the item that a record was made of. */
  contextOf: (record: JsonObject) => ItemContext;
  /** Reads the first page in a transaction that is sent anyway. */
  readAhead(tx: Pipeline): PromiseLike<unknown>;
  /** The first page may be another one by now. */
  forgetAhead(): void;
  /** Names the effect of an item as the ledger does. */
  readKey: Plan['readKey'];
}

/** The page that is settled, and those read ahead of it. */
const pagesKept = 3;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Where a page begins, and how many items it has: a segment that takes it up again has to have all that were on it. */
interface PageCursor {
  after: string;
  size: number;
}

/** @param cursor `null` before the first page; the id of an item where an earlier version left it. */
function readCursor(cursor: Json, first: number): PageCursor {
  if (!isJsonObject(cursor)) return { after: typeof cursor === 'string' ? cursor : beforeAll, size: first };
  const { after, size } = cursor;
  return { after: typeof after === 'string' ? after : beforeAll, size: typeof size === 'number' ? size : first };
}

/** @param key Only items of this key. */
export function createItemSource(
  { reader, sizes, carried }: { reader: ItemReader; sizes: PageSizes; carried: CarriedItems },
  step: ActionStep,
  { source: { stream }, known }: Flow,
  key?: string,
): ItemSource {
  const { database } = reader;
  /** By the last item of each: a checkpoint may be tried twice, and a page is read ahead. */
  const pages = new Map<string, readonly PagedItem[]>();
  const itemOf = new WeakMap<JsonObject, PagedItem>();
  const requireItem = (record: JsonObject): PagedItem => {
    const item = itemOf.get(record);
    if (item === undefined) throw new Error('The record is of no item.');
    return item;
  };
  const select = (tx: Pipeline, { after, size: limit }: PageCursor) => {
    const isBare = known.length === 0 && carried.has(step.id);
    const of = { after, limit, known, key, isBare };
    return selectWaiting(tx, { ...reader.address, stream }, step.id, of).then((rows) => ({ rows, isBare }));
  };
  let ahead: ReturnType<typeof select> | undefined;
  return {
    readAhead: (tx) => (ahead = select(tx, readCursor(null, sizes.first))),
    forgetAhead: () => {
      ahead = undefined;
    },
    readPage: async (cursor, signal) => {
      signal.throwIfAborted();
      const first = cursor === null ? ahead : undefined;
      ahead = undefined;
      const place = readCursor(cursor, sizes.first);
      const { rows, isBare } = await (first ??
        withTenantPipelined(database, reader.address.orgId, (tx) => select(tx, place)));
      const all = await readCarried(reader, rows, isBare ? carried : undefined);
      const items = rows.flatMap((row, index): PagedItem[] => {
        const read = all[index];
        if (read === undefined) return [];
        const { context, bytes } = read;
        const isChild = row.parent_step !== null;
        const item = { id: row.id, key: row.key, effectKey: toEffectKey(step, row), context, bytes, isChild, row };
        itemOf.set(context, item);
        return [item];
      });
      const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
      const size = sizes.next(place.size, bytes);
      const last = rows.length < place.size ? undefined : rows.at(-1)?.id;
      pages.set(last ?? '', items);
      const [oldest] = pages.keys();
      if (pages.size > pagesKept && oldest !== undefined) pages.delete(oldest);
      const next = last === undefined ? undefined : { after: last, size };
      return { records: items.map(({ context }) => context), next, bytes };
    },
    pageBefore: (cursor) => {
      const at = readSourceCursor(cursor);
      return pages.get(at === null ? '' : readCursor(at, sizes.first).after) ?? [];
    },
    itemOf: (record) => itemOf.get(record),
    contextOf: (record) => requireItem(record).context,
    readKey: (record) => ({ ok: true, key: requireItem(record).effectKey }),
  };
}
