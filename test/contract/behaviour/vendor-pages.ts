import type { HttpPages, Pagination } from '../../../connectors/kit/http-operations.ts';
import { parseJson, toJsonObject, toPlainText } from '../../../connectors/kit/narrow.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { JudgedRequest } from '../check-request.ts';
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
}

/** Answers as a vendor does that hands records out in pages in the way of a definition. */
export function servePages(vendor: VendorPages): Handler {
  return (request) => answerPage(vendor, request);
}

function answerPage(vendor: VendorPages, request: JudgedRequest): MockAnswer {
  const { read, pages, document, isCircular = false } = vendor;
  const index = isCircular ? 0 : findIndex(read.paginate, pages, request);
  const records = pages[index] ?? [];
  const hasMore = isCircular || index < pages.length - 1;
  const told = tellNext(vendor, request, index, hasMore);
  let body = placeRecords(document, read.format, records);
  for (const [path, value] of told.values) body = placeAt(body, path, value);
  return {
    headers: { 'content-type': contentTypes[read.format.kind], ...told.headers },
    body: encodeDocument(read.format, body),
  };
}

const contentTypes = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  xml: 'application/xml',
} as const;

/** Number of the page that a request asks for, from 0. */
function findIndex(paginate: Pagination, pages: VendorPages['pages'], request: JudgedRequest): number {
  switch (paginate.kind) {
    case 'none':
      return 0;
    case 'page':
      return Number(readParameter(paginate, request) ?? paginate.first) - paginate.first;
    case 'offset': {
      const offset = Number(readParameter(paginate, request) ?? paginate.first) - paginate.first;
      let before = 0;
      for (const [index, page] of pages.entries()) {
        if (before === offset) return index;
        before += page.length;
      }
      return pages.length;
    }
    case 'cursor':
      return Number(readParameter(paginate, request) ?? 0);
    case 'link_header':
    case 'next_url':
      return Number(request.url.searchParams.get(mockPageName) ?? 0);
  }
}

function readParameter(
  { parameter, in: place }: { parameter: string; in: 'query' | 'body' },
  { url, body }: JudgedRequest,
): string | undefined {
  if (place === 'query') return url.searchParams.get(parameter) ?? undefined;
  const value = toJsonObject(parseJson(body ?? '{}'))[parameter];
  return value === undefined ? undefined : toPlainText(value);
}

interface Told {
  /** Values of the answer's document by path. */
  values: [string, Json][];
  headers: Record<string, string>;
}

/** What the answer says of the page behind it. */
function tellNext(vendor: VendorPages, request: JudgedRequest, index: number, hasMore: boolean): Told {
  const { paginate } = vendor.read;
  const { pages } = vendor;
  const values: [string, Json][] = [];
  const put = (path: string | undefined, value: Json): void => void (path === undefined || values.push([path, value]));
  if ('hasMorePath' in paginate) put(paginate.hasMorePath, hasMore);
  switch (paginate.kind) {
    case 'none':
      return { values, headers: {} };
    case 'page':
      put(paginate.totalPagesPath, pages.length);
      return { values, headers: {} };
    case 'offset':
      put(
        paginate.totalPath,
        pages.reduce((sum, page) => sum + page.length, 0),
      );
      return { values, headers: {} };
    case 'cursor': {
      put(paginate.path, hasMore ? String(index + 1) : null);
      const isTold = paginate.header !== undefined && hasMore;
      return { values, headers: isTold ? { [paginate.header ?? '']: String(index + 1) } : {} };
    }
    case 'link_header': {
      const link = `<${toNextUrl(vendor, request, index)}>; rel="${paginate.rel}"`;
      return { values, headers: hasMore ? { link } : {} };
    }
    case 'next_url':
      put(paginate.path, hasMore ? toNextUrl(vendor, request, index) : null);
      return { values, headers: {} };
  }
}

function toNextUrl({ nextOrigin }: VendorPages, { url }: JudgedRequest, index: number): string {
  const next = new URL(`${url.pathname}${url.search}`, nextOrigin ?? url.origin);
  next.searchParams.set(mockPageName, String(index + 1));
  return next.href;
}
