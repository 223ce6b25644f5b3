import { z } from 'zod';
import { firstUuidAt, type IdKind } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { listedRowsMax, perPageDefault, perPageMax, type Page, toOffset } from '../../core/pagination.ts';
import { idPattern, instant } from './schemas.ts';
import { messages } from '../../core/messages.ts';

/** Digits only: `0x10`, `1e1` and the empty text are numbers to JavaScript and not to us. */
export const digits = z.string().regex(/^[0-9]{1,9}$/, messages.wholeNumberInvalid);

/** The `page` and `per_page` query parameters of a list. */
export function pageQuery(perPage: number = perPageDefault) {
  return {
    page: digits
      .transform(Number)
      .pipe(z.number().min(1))
      .default(1)
      .meta({
        type: 'integer',
        minimum: 1,
        maximum: 999_999_999,
        default: 1,
        description: `Number of the page. Where a list has the parameter \`after\`, numbers reach its first ${listedRowsMax} records.`,
      }),
    per_page: digits
      .transform(Number)
      .pipe(z.number().min(1).max(perPageMax))
      .default(perPage)
      .meta({ type: 'integer', minimum: 1, maximum: perPageMax, default: perPage, description: 'Size of a page.' }),
  };
}

/** The same for a catalogue, all of which is listed where no paging is asked for. */
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

/** A query parameter that takes one or several of some values, separated by commas: those with any of them are listed. */
export function anyOf<const Value extends string>(values: readonly [Value, ...Value[]], description: string) {
  const one = `(?:${values.join('|')})`;
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values)))
    .optional()
    .meta({ description, type: 'string', pattern: `^${one}(?:,${one})*$`, examples: [values.slice(-2).join(',')] });
}

/** Where a walk by id stands: text that is no id stands nowhere in the list. */
export function cursor(kind: IdKind, named: string) {
  return z
    .string()
    .regex(new RegExp(idPattern(kind)), messages.idInvalid({ of: named }))
    .optional();
}

/** The query parameter of a walk by id. */
export function afterQuery(kind: IdKind, named: string) {
  return { after: cursor(kind, named).meta({ description: `Id of ${named}: those that follow it in the list.` }) };
}

/** The query parameters of a walk by id, either way, of a list that is newest first. */
export function cursorQuery(kind: IdKind, named: string) {
  const place = cursor(kind, named);
  return {
    after: place.meta({ description: `Id of ${named}: those that follow it in the list, which are older.` }),
    before: place.meta({ description: `Id of ${named}: those that stand before it in the list, which are newer.` }),
  };
}

/** What is left of a text when it is trimmed, for readers of the document. */
export const notBlank = '\\S';

/** The query parameter that finds records by a part of their name. */
export const nameQuery = {
  q: z
    .string()
    .trim()
    .normalize('NFC')
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'A part of the name, in any case.', pattern: notBlank }),
};

/** Orders that lists of named records offer; `-` turns one round. */
const orders = ['created_at', '-created_at', 'name', '-name'] as const;

export type Sort = (typeof orders)[number];

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

/** How far the time in an id may be from the row's own: the clocks of two machines and the wait for a lock lie between. */
const clockSlackMs = 3_600_000;

/**
 * The conditions of `createdQuery` and `nameQuery`, each behind an `and`; `table` is what the statement calls it.
 *
 * Ids begin with the time that they were made at, so that bounds on them keep to a part of the index that lists walk.
 */
export function whereListed({ sql }: Transaction, table: string, { q, ...created }: ListFilters) {
  return sql`
    ${whereCreated({ sql }, { time: `${table}.created_at`, id: `${table}.id` }, created)}
    ${q === undefined ? sql`` : sql`and position(lower(${q}) in lower(${sql(`${table}.name`)})) > 0`}`;
}

/** The conditions of `createdQuery` on a column of times and one of ids that are made of the same times. */
export function whereCreated(
  { sql }: Transaction,
  columns: { time: string; id: string },
  { created_after: after, created_before: before }: Omit<ListFilters, 'q'>,
) {
  const [time, id] = [sql(columns.time), sql(columns.id)];
  const bound = (instantText: string, slackMs: number) => firstUuidAt(Date.parse(instantText) + slackMs);
  return sql`
    ${after === undefined ? sql`` : sql`and ${time} >= ${after} and ${id} >= ${bound(after, -clockSlackMs)}`}
    ${before === undefined ? sql`` : sql`and ${time} < ${before} and ${id} < ${bound(before, clockSlackMs)}`}`;
}

/** The order of `sortQuery`. Ties, and the order by creation, go by id. @param idColumn Default: `id` of the table. */
export function orderListed({ sql }: Transaction, table: string, sort: Sort, idColumn = `${table}.id`) {
  const id = sql(idColumn);
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
