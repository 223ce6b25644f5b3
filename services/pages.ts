import { z } from 'zod';
import { perPageDefault, perPageMax, type Page, type PageRequest } from '../core/pagination.ts';

/** Digits only: `0x10`, `1e1` and the empty text are numbers to JavaScript and not to us. @see API.md A3 */
const digits = z.string().regex(/^[0-9]{1,9}$/, 'Must be a whole number.');

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

/**
 * Puts a page together from its rows and the count of all, two statements that were sent together.
 *
 * @returns an empty page with the true total beyond the end.
 */
export async function toPage<Row, Item>(
  request: PageRequest,
  statements: readonly [rows: PromiseLike<readonly Row[]>, count: PromiseLike<readonly { total: number }[]>],
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const [rows, counts] = await Promise.all(statements);
  return {
    items: rows.map(toItem),
    meta: { page: request.page, per_page: request.per_page, total: counts[0]?.total ?? 0 },
  };
}
