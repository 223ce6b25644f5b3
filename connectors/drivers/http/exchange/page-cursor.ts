import type { Json } from '../../../../core/json.ts';
import type { Pagination } from '../../../kit/http/pagination-schema.ts';
import { toJsonObject } from '../../../kit/type-guards.ts';

/** The position of a paged read. `null` is the first page. */
export interface PageCursor {
  /** Number, offset, vendor's cursor, key or address of the page to read; absent for the first one. */
  at?: Json;
  pages: number;
  mark: string;
  /** Size of the pages from here on, where the declared one was too large. */
  size?: number;
  /** The result of the call before the first page. */
  opened?: Json;
  /** Where a read of changes starts: an instant in milliseconds, or a token. */
  since?: Json;
  /** When the read started, in milliseconds. */
  started?: number;
  /** Start of the current time window, in milliseconds. */
  window?: number;
  /** Of the first page. */
  etag?: string;
  /** Which of several requests for changes is answered. */
  part?: number;
  /** Records so far of a list that the system cuts after a number of them. */
  taken?: number;
  /** How many pages in a row, up to here, had no record. */
  empty?: number;
}

/** Parses a cursor. `null` and unknown values mean the first page. */
export function readPageCursor(cursor: Json): PageCursor {
  const { pages, mark, at, opened, since, size, started, window, etag, part, taken, empty } = toJsonObject(cursor);
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
    ...(typeof part === 'number' ? { part } : {}),
    ...(typeof taken === 'number' ? { taken } : {}),
    ...(typeof empty === 'number' ? { empty } : {}),
  };
}

/** A cursor as JSON. */
export function writePageCursor(cursor: PageCursor): Json {
  return { ...cursor };
}

/** The requested page size at a cursor, if there is one. */
export function sizeAt(pagination: Pagination, { size }: PageCursor): number | undefined {
  return pagination.kind === 'none' ? undefined : (size ?? pagination.pageSize);
}

/**
 * Halves a page that the system found too large.
 *
 * @returns `undefined` if the page size cannot be chosen, or is already minimal.
 */
export function shrinkPage(pagination: Pagination, cursor: Json): Json | undefined {
  if (pagination.kind === 'none') return undefined;
  const isChosen = pagination.kind === 'range_header' || pagination.sizeParameter !== undefined;
  const from = readPageCursor(cursor);
  const size = sizeAt(pagination, from);
  if (!isChosen || size === undefined || size < 2) return undefined;
  if (pagination.kind !== 'page') return writePageCursor({ ...from, size: Math.floor(size / 2) });
  // Page numbers depend on the page size: only half a page has the same start.
  if (size % 2 === 1) return undefined;
  const { at } = from;
  const halved = typeof at === 'number' ? { at: pagination.first + 2 * (at - pagination.first) } : {};
  return writePageCursor({ ...from, ...halved, size: size / 2 });
}
