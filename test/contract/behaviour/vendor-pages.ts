import type { HttpPages } from '../../../connectors/kit/http/operations.ts';
import { parseJson, toPlainText } from '../../../connectors/kit/type-guards.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import { fitsPath } from '../../../tools/contract/match-path.ts';
import type { JudgedRequest } from '../judged-request.ts';
import { encodeDocument, placeAt, placeRecords } from '../encode-document.ts';
import type { Handler, MockAnswer } from './mock-vendor.ts';

/** Parameter of the mock's own in the addresses that it hands out. */
export const mockPageName = 'mock_page';

export interface VendorPages {
  read: HttpPages;
  pages: readonly (readonly JsonObject[])[];
  /** The rest of the answer. */
  document: Json;
  /** Asks for the first page whatever is asked for, and says that there is more: a system that goes round in a circle. */
  isCircular?: boolean;
  /** Where addresses of next pages lie; absent: where the request went. */
  nextOrigin?: string;
  /** Requests that were answered so far, where nothing else tells the page. */
  served?: JudgedRequest[];
}

/** Answers as a vendor does that hands records out in pages in the way of a definition. */
export function servePages(vendor: VendorPages): Handler {
  const played = { ...vendor, served: [] };
  return (request) => (isOpening(vendor.read, request) ? open(vendor.read) : answerPage(played, request));
}

/** The call before the first page, where the reading begins with one. */
export function isOpening({ open: opening }: HttpPages, { method, url }: JudgedRequest): boolean {
  return opening !== undefined && method === opening.request.method && fitsPath(opening.request.path, url.pathname);
}

export function open({ open: opening }: HttpPages, value = 'opened'): MockAnswer {
  return { body: JSON.stringify(placeAt({}, opening?.path ?? '$', value)) };
}

function answerPage(vendor: VendorPages, request: JudgedRequest): MockAnswer {
  const { read, pages, document, isCircular = false } = vendor;
  const index = isCircular ? 0 : findIndex(vendor, request);
  const records = pages[index] ?? [];
  const hasMore = isCircular || index < pages.length - 1;
  const hints = hintNext(read, {
    hasMore,
    token: String(index + 1),
    address: toNextUrl(vendor, request, index),
    pages: pages.length,
    total: pages.flat().length,
    before: pages.slice(0, index).flat().length,
    count: records.length,
  });
  let body = placeRecords(document, read.format, records);
  for (const [path, value] of hints.values) body = placeAt(body, path, value);
  for (const [path, value] of listParts(vendor, hints.values)) body = placeAt(body, path, value);
  return {
    headers: { 'content-type': contentTypes[read.format.kind], ...hints.headers },
    body: encodeDocument(read.format, body),
  };
}

/** What is beside the number in a cursor of several parts: what the description allows there. */
function listParts({ read: { paginate }, document }: VendorPages, values: NextPageHints['values']): [string, Json][] {
  const paths = paginate.kind === 'cursor' ? Object.values(paginate.with ?? {}) : [];
  const parts = values.filter(([path, value]) => paths.includes(path) && value !== null);
  return parts.map(([path, value]) => [path, readPart(document, path, toPlainText(value))]);
}

function readPart(document: Json, path: string, otherwise: string): string {
  return toPlainText(compileReader(path)(document)) || otherwise;
}

export const contentTypes = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  xml: 'application/xml',
} as const;

/** Number of the page that a request asks for, from 0. */
function findIndex(vendor: VendorPages, request: JudgedRequest): number {
  const { pages, document, served = [] } = vendor;
  const { paginate } = vendor.read;
  // Where the request names the place itself, only the order of requests tells it.
  if ('in' in paginate && paginate.in === 'template') return served.push(request) - 1;
  switch (paginate.kind) {
    case 'none':
      return 0;
    case 'page':
      return Number(readParameter(paginate, request) ?? paginate.first) - paginate.first;
    case 'offset':
      return findOffset(pages, Number(readParameter(paginate, request) ?? paginate.first) - paginate.first);
    case 'range_header':
      return findOffset(pages, Number(/=(\d+)/.exec(request.headers['range'] ?? '')?.[1] ?? 0));
    case 'cursor': {
      const at = readParameter(paginate, request) ?? '0';
      // Parts of one cursor belong together: without one of them, the vendor takes another place.
      const isWhole = Object.entries(paginate.with ?? {}).every(
        ([parameter, path]) => readParameter({ parameter, in: paginate.in }, request) === readPart(document, path, at),
      );
      return isWhole ? Number(at) : 0;
    }
    case 'keyset': {
      const after = readParameter(paginate, request);
      const last = pages.findIndex((page) => paginate.fields.every((field) => after?.includes(lastText(page, field))));
      return after === undefined || after === paginate.first ? 0 : last + 1;
    }
    case 'search_after': {
      const after = readParameter({ parameter: paginate.parameter, in: 'body' }, request);
      return pages.findIndex((page) => JSON.stringify(readLast(page, paginate.sortPath)) === after) + 1;
    }
    case 'link_header':
    case 'next_url':
      return Number(request.url.searchParams.get(mockPageName) ?? 0);
  }
}

function findOffset(pages: VendorPages['pages'], offset: number): number {
  let before = 0;
  for (const [index, page] of pages.entries()) {
    if (before === offset) return index;
    before += page.length;
  }
  return pages.length;
}

function readLast(page: readonly JsonObject[], path: string): Json {
  return compileReader(path)(page.at(-1) ?? {}) ?? null;
}

function lastText(page: readonly JsonObject[], path: string): string {
  return toPlainText(readLast(page, path));
}

export function readParameter(
  { parameter, in: place }: { parameter: string; in: 'query' | 'body' | 'header' | 'template' },
  { url, headers, body }: JudgedRequest,
): string | undefined {
  if (place === 'query') return url.searchParams.get(parameter) ?? undefined;
  if (place === 'header') return headers[parameter.toLowerCase()];
  const isForm = headers['content-type']?.includes('form') === true;
  if (isForm) return new URLSearchParams(body).get(parameter) ?? undefined;
  const value = compileReader(parameter)(parseJson(body ?? '{}'));
  return typeof value === 'object' ? JSON.stringify(value) : toPlainText(value) || undefined;
}

interface NextPageHints {
  /** Values of the answer's document by path. */
  values: [string, Json][];
  headers: Record<string, string>;
}

/** A page of an answer, and what is around it. */
export interface PlayedPage {
  hasMore: boolean;
  /** What asks for the next page, as a text and as an address. */
  token: string;
  address: string;
  /** Numbers of pages and of records in all, of records before this page, and of those in it. */
  pages: number;
  total: number;
  before: number;
  count: number;
}

/** What an answer says of the page behind it. */
export function hintNext({ paginate }: HttpPages, page: PlayedPage): NextPageHints {
  const { hasMore, token, address, before } = page;
  const values: [string, Json][] = [];
  const put = (path: string | undefined, value: Json): void => void (path === undefined || values.push([path, value]));
  if (paginate.kind !== 'none') {
    put(paginate.hasMorePath, hasMore);
    put(paginate.endPath, !hasMore);
  }
  switch (paginate.kind) {
    case 'none':
    case 'search_after':
      return { values, headers: {} };
    case 'page':
      put(paginate.totalPagesPath, page.pages);
      return { values, headers: {} };
    case 'offset':
      put(paginate.totalPath, page.total);
      return { values, headers: {} };
    case 'cursor': {
      for (const path of [paginate.path, ...Object.values(paginate.with ?? {})]) put(path, hasMore ? token : null);
      return { values, headers: paginate.header !== undefined && hasMore ? { [paginate.header]: token } : {} };
    }
    case 'keyset':
      return { values, headers: hasMore && paginate.linked ? { link: `<${address}>; rel="next"` } : {} };
    case 'range_header': {
      const range = `${paginate.unit} ${before}-${Math.max(before + page.count - 1, before)}/${page.total}`;
      return { values, headers: { 'content-range': range } };
    }
    case 'link_header':
      return { values, headers: hasMore ? { link: `<${address}>; rel="${paginate.rel}"` } : {} };
    case 'next_url':
      put(paginate.path, hasMore ? address : null);
      return { values, headers: {} };
  }
}

function toNextUrl({ nextOrigin }: VendorPages, { url }: JudgedRequest, index: number): string {
  const next = new URL(`${url.pathname}${url.search}`, nextOrigin ?? url.origin);
  next.searchParams.set(mockPageName, String(index + 1));
  return next.href;
}
