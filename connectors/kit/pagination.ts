import type { Json, JsonObject } from '../../core/json.ts';
import type { Fault } from './fault.ts';
import type { Pagination } from './http-operations.ts';
import { findLink } from './link-header.ts';
import { remember, toPrint } from './loop-guard.ts';
import { toJsonObject, toPlainText } from './narrow.ts';
import type { ResponseHeaders } from './rate-signals.ts';
import { compileReader } from './record-path.ts';

/** Where a reading by pages stands. A cursor is this value; `null` is the first page. */
interface PageCursor {
  /** Page number, offset, vendor's cursor or address of the page to read. */
  at: Json;
  pages: number;
  mark: string;
}

/** What a pagination adds to a request. */
export interface PageParameters {
  query: Record<string, string>;
  body: JsonObject;
  /** Replaces the whole address. */
  url?: string;
}

/** Renders the place to read as parameters of a request. */
export function toPageParameters(pagination: Pagination, cursor: Json): PageParameters {
  const parameters: PageParameters = { query: {}, body: {} };
  if (pagination.kind === 'none') return parameters;
  const { sizeParameter, pageSize } = pagination;
  const place = 'in' in pagination ? pagination.in : 'query';
  if (sizeParameter !== undefined && pageSize !== undefined) put(parameters, place, sizeParameter, pageSize);
  const at = readCursor(cursor)?.at ?? firstPosition(pagination);
  if (at === undefined) return parameters;
  if ('parameter' in pagination) put(parameters, place, pagination.parameter, at);
  else parameters.url = toPlainText(at);
  return parameters;
}

function put(parameters: PageParameters, place: 'query' | 'body', name: string, value: Json): void {
  if (place === 'query') parameters.query[name] = toPlainText(value);
  else parameters.body[name] = value;
}

function firstPosition(pagination: Pagination): number | undefined {
  return pagination.kind === 'page' || pagination.kind === 'offset' ? pagination.first : undefined;
}

function readCursor(cursor: Json): PageCursor | undefined {
  const { at, pages, mark } = toJsonObject(cursor);
  return at === undefined || typeof pages !== 'number' || typeof mark !== 'string' ? undefined : { at, pages, mark };
}

/** What a page told of the way on. */
export interface PageFacts {
  /** Address of the page. */
  url: string;
  headers: ResponseHeaders;
  document: Json | undefined;
  records: readonly JsonObject[];
  /** Whether credentials may be sent to an address. */
  isAllowed(url: URL): boolean;
}

export type NextPage = { next: Json | undefined } | { fault: Fault };

/** Finds the cursor of the next page; faults when the system leads in a circle or to a foreign host. */
export function findNextPage(pagination: Pagination, cursor: Json, facts: PageFacts): NextPage {
  const at = findPosition(pagination, cursor, facts);
  if (typeof at === 'object') return at;
  if (at === undefined) return { next: undefined };
  const counted = pagination.kind === 'page' || pagination.kind === 'offset';
  // Numbers never repeat by themselves: there, the pages' content shows that the parameter is ignored.
  const position = counted ? [facts.records.length, facts.records[0] ?? null, facts.records.at(-1) ?? null] : at;
  const previous = readCursor(cursor) ?? { at: undefined, pages: 0, mark: counted ? '' : toPrint(facts.url) };
  const { loops, memory } = remember(previous, position);
  if (loops || previous.at === at) return { fault: circle };
  return { next: { at, ...memory } };
}

const circle: Fault = {
  kind: 'schema_drift',
  message: 'The system hands out the same page again: its paging goes round in a circle.',
};

function findPosition(
  pagination: Pagination,
  cursor: Json,
  facts: PageFacts,
): string | number | undefined | { fault: Fault } {
  const read = (path: string | undefined): Json | undefined =>
    path === undefined || facts.document === undefined ? undefined : compileReader(path)(facts.document);
  const at = readCursor(cursor)?.at;
  switch (pagination.kind) {
    case 'none':
      return undefined;
    case 'page': {
      const page = typeof at === 'number' ? at : pagination.first;
      const last = read(pagination.totalPagesPath);
      const isLast =
        isOver(read(pagination.hasMorePath), facts) ||
        (typeof last === 'number' && page >= last - 1 + pagination.first);
      return isLast ? undefined : page + 1;
    }
    case 'offset': {
      // By what came, not by what was asked for: a system may give fewer than asked.
      const offset = (typeof at === 'number' ? at : pagination.first) + facts.records.length;
      const total = read(pagination.totalPath);
      const isLast =
        isOver(read(pagination.hasMorePath), facts) ||
        (typeof total === 'number' && offset >= total + pagination.first);
      return isLast ? undefined : offset;
    }
    case 'cursor': {
      const value = pagination.header === undefined ? read(pagination.path) : facts.headers[pagination.header];
      if (isFalse(read(pagination.hasMorePath))) return undefined;
      return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : undefined;
    }
    case 'link_header':
      return checkUrl(findLink(facts.headers['link'], pagination.rel), facts);
    case 'next_url': {
      const value = read(pagination.path);
      return checkUrl(typeof value === 'string' && value !== '' ? value : undefined, facts);
    }
  }
}

function isOver(hasMore: Json | undefined, facts: PageFacts): boolean {
  return facts.records.length === 0 || isFalse(hasMore);
}

function isFalse(value: Json | undefined): boolean {
  return value === false || value === 'false';
}

function checkUrl(link: string | undefined, facts: PageFacts): string | undefined | { fault: Fault } {
  if (link === undefined) return undefined;
  const url = URL.parse(link, facts.url);
  if (url !== null && facts.isAllowed(url)) return url.href;
  return {
    fault: {
      kind: 'config',
      message: 'The next page lies on a host that this connection does not belong to: refused.',
    },
  };
}
