import type postgres from 'postgres';
import { z } from 'zod';
import type { IdKind } from '../core/ids.ts';
import type { Transaction } from '../drizzle/client.ts';
import { perPageDefault, perPageMax, type Page, type PageRequest, toOffset } from '../core/pagination.ts';
import { idPattern, instant } from './shapes.ts';

/** Digits only: `0x10`, `1e1` and the empty text are numbers to JavaScript and not to us. @see API.md A3 */
export const digits = z.string().regex(/^[0-9]{1,9}$/, 'Must be a whole number.');

/** The `page` and `per_page` query parameters of a list. */
export function pageQuery(perPage: number = perPageDefault) {
  return {
    page: digits
      .transform(Number)
      .pipe(z.number().min(1))
      .default(1)
      .meta({ type: 'integer', minimum: 1, maximum: 999_999_999, default: 1, description: 'Number of the page.' }),
    per_page: digits
      .transform(Number)
      .pipe(z.number().min(1).max(perPageMax))
      .default(perPage)
      .meta({ type: 'integer', minimum: 1, maximum: perPageMax, default: perPage, description: 'Size of a page.' }),
  };
}

/** The same for a catalogue, all of which is listed where no paging is asked for. @see API.md A6 */
export function catalogueQuery() {
  const { page, per_page: perPage } = pageQuery();
  // What the parameters of other lists are documented as, without their default: here it is everything.
  const { default: _first, ...pageText } = page.meta() ?? {};
  const { default: _size, ...sizeText } = perPage.meta() ?? {};
  return { page: page.unwrap().optional().meta(pageText), per_page: perPage.unwrap().optional().meta(sizeText) };
}

/** Cuts a page out of a catalogue that is in memory. */
export function toCataloguePage<Item>(
  all: readonly Item[],
  { page, per_page: perPage }: { page?: number | undefined; per_page?: number | undefined },
): Page<Item> {
  const total = all.length;
  if (page === undefined && perPage === undefined)
    return { items: [...all], meta: { page: 1, per_page: total, total } };
  const request = { page: page ?? 1, per_page: perPage ?? perPageDefault };
  const { limit, offset } = toOffset(request);
  return { items: all.slice(offset, offset + limit), meta: { ...request, total } };
}

/** The query parameters of a list by time: from an instant on (inclusive), up to another (exclusive). */
export const createdQuery = {
  created_after: instant.optional().meta({ format: 'date-time', description: 'Created at this instant or later.' }),
  created_before: instant.optional().meta({ format: 'date-time', description: 'Created before this instant.' }),
};

/** Where a walk by id stands: text that is no id stands nowhere in the list. */
export function cursor(kind: IdKind, named: string) {
  return z
    .string()
    .regex(new RegExp(idPattern(kind)), `Must be the id of ${named}.`)
    .optional();
}

/** The query parameters of a walk by id, either way. */
export function cursorQuery(kind: IdKind, named: string) {
  const place = cursor(kind, named);
  return {
    after: place.meta({ description: `Id of ${named}: those that follow it in the list, which are older.` }),
    before: place.meta({ description: `Id of ${named}: those that stand before it in the list, which are newer.` }),
  };
}

/** The query parameter that finds records by a part of their name. */
export const nameQuery = {
  q: z
    .string()
    .trim()
    .normalize('NFC')
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'A part of the name, in any case.' }),
};

/** Orders that lists of named records offer; `-` turns one round. */
const orders = ['created_at', '-created_at', 'name', '-name'] as const;

export const sortQuery = {
  sort: z.enum(orders).default('created_at').meta({
    description: 'By creation, oldest first, is the only order that a walk under inserts neither repeats nor skips.',
  }),
};

export interface ListFilters {
  created_after?: string | undefined;
  created_before?: string | undefined;
  q?: string | undefined;
}

/** The conditions of `createdQuery` and `nameQuery`, each behind an `and`; `table` is what the statement calls it. */
export function whereListed({ sql }: Transaction, table: string, filters: ListFilters) {
  const { created_after: after, created_before: before, q } = filters;
  return sql`
    ${after === undefined ? sql`` : sql`and ${sql(`${table}.created_at`)} >= ${after}`}
    ${before === undefined ? sql`` : sql`and ${sql(`${table}.created_at`)} < ${before}`}
    ${q === undefined ? sql`` : sql`and position(lower(${q}) in lower(${sql(`${table}.name`)})) > 0`}`;
}

/** The order of `sortQuery`. Ties, and the order by creation, go by id. */
export function orderListed({ sql }: Transaction, table: string, sort: (typeof orders)[number]) {
  const id = sql(`${table}.id`);
  const name = sql(`${table}.name`);
  switch (sort) {
    case 'created_at':
      return sql`order by ${id}`;
    case '-created_at':
      return sql`order by ${id} desc`;
    case 'name':
      return sql`order by ${name}, ${id}`;
    case '-name':
      return sql`order by ${name} desc, ${id} desc`;
  }
}

/**
 * Puts a page together from its rows and the count of all, two statements that are sent together.
 *
 * @returns an empty page with the true total beyond the end.
 */
export async function toPage<Row extends postgres.MaybeRow, Item>(
  request: PageRequest,
  statements: readonly [rows: postgres.PendingQuery<Row[]>, count: postgres.PendingQuery<{ total: number }[]>],
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const [rows, counts] = await Promise.all([statements[0].execute(), statements[1].execute()]);
  return {
    items: rows.map(toItem),
    meta: { page: request.page, per_page: request.per_page, total: counts[0]?.total ?? 0 },
  };
}
