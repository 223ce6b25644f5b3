import type { Json } from '../../core/json.ts';
import type { Pagination } from './pagination-schema.ts';
import { toJsonObject } from './narrow.ts';

/** Where a reading by pages stands. A cursor is this value; `null` is the first page. */
export interface PageCursor {
  /** Number, offset, vendor's cursor, key or address of the page to read; absent for the first one. */
  at?: Json;
  pages: number;
  mark: string;
  /** Size of the pages from here on, where the declared one was too large. */
  size?: number;
  /** What the call before the first page gave. */
  opened?: Json;
}

/** Completes a cursor's members; `null` and strangers stand before the first page. */
export function readPageCursor(cursor: Json): PageCursor {
  const { at, pages, mark, size, opened } = toJsonObject(cursor);
  return {
    ...(at === undefined ? {} : { at }),
    pages: typeof pages === 'number' ? pages : 0,
    mark: typeof mark === 'string' ? mark : '',
    ...(typeof size === 'number' ? { size } : {}),
    ...(opened === undefined ? {} : { opened }),
  };
}

/** A cursor as JSON. */
export function writePageCursor({ at, pages, mark, size, opened }: PageCursor): Json {
  return {
    ...(at === undefined ? {} : { at }),
    pages,
    mark,
    ...(size === undefined ? {} : { size }),
    ...(opened === undefined ? {} : { opened }),
  };
}

/** Records that the page at a cursor is asked for, where that is said at all. */
export function sizeAt(pagination: Pagination, { size }: PageCursor): number | undefined {
  return pagination.kind === 'none' ? undefined : (size ?? pagination.pageSize);
}

/**
 * Asks for half of a page that the system found too large.
 *
 * @returns `undefined` where the size cannot be chosen, or not any smaller.
 */
export function shrinkPage(pagination: Pagination, cursor: Json): Json | undefined {
  if (pagination.kind === 'none') return undefined;
  const isChosen = pagination.kind === 'range_header' || pagination.sizeParameter !== undefined;
  const from = readPageCursor(cursor);
  const size = sizeAt(pagination, from);
  if (!isChosen || size === undefined || size < 2) return undefined;
  if (pagination.kind !== 'page') return writePageCursor({ ...from, size: Math.floor(size / 2) });
  // A page's number counts pages of its size: only half a page begins where the whole one does.
  if (size % 2 === 1) return undefined;
  const { at } = from;
  const halved = typeof at === 'number' ? { at: pagination.first + 2 * (at - pagination.first) } : {};
  return writePageCursor({ ...from, ...halved, size: size / 2 });
}
