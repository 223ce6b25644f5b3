import type { Json } from '../../../../core/json.ts';
import type { Pagination } from '../../../kit/http/pagination-schema.ts';
import { toJsonObject } from '../../../kit/type-guards.ts';

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
  /** What a reading of changes begins behind: an instant in milliseconds, or a token. */
  since?: Json;
  /** When the reading began, in milliseconds. */
  started?: number;
  /** Where the span begins that is read, in milliseconds. */
  window?: number;
  /** Of the first page. */
  etag?: string;
}

/** Completes a cursor's members; `null` and strangers stand before the first page. */
export function readPageCursor(cursor: Json): PageCursor {
  const { pages, mark, at, opened, since, size, started, window, etag } = toJsonObject(cursor);
  return {
    pages: typeof pages === 'number' ? pages : 0,
    mark: typeof mark === 'string' ? mark : '',
    ...(at === undefined ? {} : { at }),
    ...(opened === undefined ? {} : { opened }),
    ...(since === undefined ? {} : { since }),
    ...(typeof size === 'number' ? { size } : {}),
    ...(typeof started === 'number' ? { started } : {}),
    ...(typeof window === 'number' ? { window } : {}),
    ...(typeof etag === 'string' ? { etag } : {}),
  };
}

/** A cursor as JSON. */
export function writePageCursor(cursor: PageCursor): Json {
  return { ...cursor };
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
