import type postgres from 'postgres';
import { HubError, invalidRequest } from '../../core/errors.ts';
import { type IdKind, toId } from '../../core/ids.ts';
import { listedRowsMax, type Page, type PageRequest, toOffset } from '../../core/pagination.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { orderListed, type Sort } from './pages.ts';
import { toLookup } from './schemas.ts';
import { messages } from '../../core/messages.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

export interface ListRequest extends PageRequest {
  after?: string | undefined;
  before?: string | undefined;
}

/** What a list is made of. */
interface ListedTable {
  /** Kind of the ids that the list is walked by. */
  kind: IdKind;
  orgId: string;
  table: string;
  /** What its rows are taken from. Default: the table. */
  from?: Fragment;
  /** What the statement calls the table. Default: its name. */
  as?: string;
  /** Column of the id. Default: `id`. */
  id?: string;
  order: Sort;
}

export interface Listing<Row extends postgres.MaybeRow, Item> extends ListedTable {
  /** What the conditions need besides the table. */
  joins?: Fragment;
  /** Begins with `where`, and names the organization. */
  where: Fragment;
  /** What of it has to hold of a row whose id was found by it. Default: all, as several rows may share an id. */
  found?: Fragment;
  /** `all` counts every row and refuses no page: for lists that stay short, and where the specification wants it. */
  reach?: 'all';
  /**
   * As many rows as are listed, behind a `from`: where they are found sooner in another order than that of the ids.
   *
   * @param walked Conditions of a walk, each behind an `and`.
   */
  counted?: ((walked: Fragment) => Fragment) | undefined;
  /** Whether a condition is looked at row by row, as no index leads to what it asks for: the rows are then read once. */
  isSearched?: boolean | undefined;
  /** Reads records. @param page What stands behind `from` and its joins: which rows, and their order. */
  select(page: Fragment): postgres.PendingQuery<Row[]>;
  toItem(row: Row): Item;
}

/**
 * Reads a page of a list and how long the list is, in statements that are sent together.
 *
 * @returns an empty page beyond the end; of more than `listedRowsMax` rows, that number with `total_is_exact: false`.
 * @throws {HubError} `invalid_request` for a page that numbers do not reach, with the id to go on after, and where a walk
 *   by name stands at a record that is gone.
 */
export async function listPage<Row extends postgres.MaybeRow, Item>(
  tx: Transaction,
  request: ListRequest,
  listing: Listing<Row, Item>,
): Promise<Page<Item>> {
  const { sql } = tx;
  const { limit, offset } = toOffset(request);
  const {
    table,
    from = sql`${sql(table)}`,
    as = table,
    joins = sql``,
    where,
    found: known = where,
    order,
    reach,
  } = listing;
  const id = toIdColumn(listing);
  const walked = whereWalked(tx, request, listing);
  const rows = sql`from ${from} as ${sql(as)} ${joins} ${where} ${walked}`;
  const ordered = orderListed(tx, as, order, id);
  if (reach === undefined && offset >= listedRowsMax) {
    const [last] = await sql<{ id: string }[]>`
      select ${sql(id)} as id ${rows} ${ordered} limit 1 offset ${listedRowsMax - 1}`.execute();
    throw tooDeep(last && toId(listing.kind, last.id));
  }
  // By their ids first: rows that are skipped cost no more than their place in the index.
  const page = sql`select ${sql(id)} ${rows} ${ordered} limit ${limit} offset ${offset}`;
  // In the order of an index, so that no more rows are looked at than are counted.
  const byId = orderListed(tx, as, order.startsWith('-') ? '-created_at' : 'created_at', id);
  const some = listing.counted === undefined ? sql`${rows} ${byId}` : sql`from ${listing.counted(walked)}`;
  const counted = reach === 'all' ? rows : sql`${some} limit ${listedRowsMax + 1}`;
  const isOnce = listing.isSearched === true && reach === undefined && !isByName(order);
  const finding = isOnce ? findOnce(tx, sql`select ${sql(id)} as id ${rows} ${byId}`, request, order) : undefined;
  const ids = isOnce ? idsFound(tx) : sql`array(${page})`;
  const [items, [count], places] = await Promise.all([
    // Records are made while the database counts.
    listing
      .select(sql`${known} and ${sql(id)} = any(${ids}) ${ordered}`)
      .execute()
      .then((found) => found.map(listing.toItem)),
    finding ?? sql<{ total: number }[]>`select count(*) as total from (select ${counted}) as counted`.execute(),
    findPlaces(tx, request, listing),
  ]);
  if (places !== undefined && places.length === 0) throw placeIsGone();
  const meta = { page: request.page, per_page: request.per_page, total: count?.total ?? 0 };
  if (reach === 'all' || meta.total <= listedRowsMax) return { items, meta };
  return { items, meta: { ...meta, total: listedRowsMax, total_is_exact: false } };
}

/**
 * Counts what a search finds and keeps the ids of the page for the next statement of the transaction (`idsFound`), which is
 * sent without waiting for this one.
 */
function findOnce(
  { sql }: Transaction,
  found: Fragment,
  request: PageRequest,
  order: Sort,
): Promise<{ total: number }[]> {
  const { limit, offset } = toOffset(request);
  const direction = order === '-created_at' ? sql`desc` : sql``;
  return sql<{ total: number }[]>`
    with found as materialized (${found} limit ${listedRowsMax + 1}),
      page as (select id from found order by id ${direction} limit ${limit} offset ${offset})
    select count(*) as total, set_config('hub.found', coalesce((select array_agg(id) from page), '{}')::text, true)
    from found`.execute();
}

function idsFound({ sql }: Transaction): Fragment {
  // A subquery, so that the text is read once, and leads to the rows.
  return sql`array(select unnest(coalesce(nullif(current_setting('hub.found', true), ''), '{}')::uuid[]))`;
}

function toIdColumn({ table, as = table, id = 'id' }: ListedTable): string {
  return `${as}.${id}`;
}

function isByName(order: Sort): boolean {
  return order === 'name' || order === '-name';
}

/** The conditions of a walk, each behind an `and`. */
function whereWalked({ sql }: Transaction, { after, before }: ListRequest, listed: ListedTable): Fragment {
  const { kind, orgId, table, order, as = table } = listed;
  const id = sql(toIdColumn(listed));
  const isBeyond = (place: string, isLater: boolean): Fragment => {
    const uuid = toLookup(kind, place);
    const beyond = isLater === order.startsWith('-') ? sql`<` : sql`>`;
    if (!isByName(order)) return sql`and ${id} ${beyond} ${uuid}`;
    const name = sql`(select name from ${sql(table)} where org_id = ${orgId} and id = ${uuid})`;
    return sql`and (${sql(`${as}.name`)}, ${id}) ${beyond} (${name}, ${uuid})`;
  };
  return sql`
    ${after === undefined ? sql`` : isBeyond(after, true)} ${before === undefined ? sql`` : isBeyond(before, false)}`;
}

/** Where a walk by name stands; nothing where a walk is by id, which needs no record at its place. */
function findPlaces(
  { sql }: Transaction,
  { after }: ListRequest,
  { kind, orgId, table, order }: ListedTable,
): Promise<unknown[]> | undefined {
  if (after === undefined || !isByName(order)) return undefined;
  return sql`select 1 from ${sql(table)} where org_id = ${orgId} and id = ${toLookup(kind, after)}`.execute();
}

function tooDeep(after: string | undefined): HubError {
  const message = messages.pageTooDeepContinue({ rowsMax: listedRowsMax, after: after ?? 'ID' });
  return new HubError('invalid_request', messages.pageTooDeep, {
    details: {
      errors: [{ path: 'query.page', code: 'page_too_deep', message }],
      ...(after === undefined ? {} : { after }),
    },
  });
}

function placeIsGone(): HubError {
  const message = messages.cursorGone;
  return invalidRequest(messages.cursorInvalid, [{ path: 'query.after', code: 'cursor_gone', message }]);
}

/**
 * Puts a page together from its rows and the count of all, two statements that are sent together: of a list that belongs to
 * one resource and stays short.
 */
export async function toShortPage<Row extends postgres.MaybeRow, Item>(
  { page, per_page: perPage }: PageRequest,
  [rows, counts]: readonly [postgres.PendingQuery<Row[]>, postgres.PendingQuery<{ total: number }[]>],
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const [items, [count]] = await Promise.all([rows.execute().then((found) => found.map(toItem)), counts.execute()]);
  return { items, meta: { page, per_page: perPage, total: count?.total ?? 0 } };
}
