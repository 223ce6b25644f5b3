import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import type { Fault } from '../../../kit/fault.ts';
import { findLink } from './link-header.ts';
import { remember, toPrint } from './loop-guard.ts';
import { toJsonObject, toPlainText } from '../../../kit/type-guards.ts';
import { type PageCursor, readPageCursor, sizeAt, writePageCursor } from './page-cursor.ts';
import type { Pagination } from '../../../kit/http/pagination-schema.ts';
import type { ResponseHeaders } from '../../../kit/http/rate-signals.ts';
import { messages } from '../../../../core/messages.ts';

/** What a page reports about the next one. */
export interface PageFacts {
  /** Address of the page. */
  url: string;
  headers: ResponseHeaders;
  document: Json | undefined;
  /** As the answer lists them, before anything is taken out of them. */
  records: readonly JsonObject[];
  /** Whether credentials may be sent to an address. */
  isAllowed(url: URL): boolean;
}

export type NextPage = { next: Json | undefined } | { fault: Fault };

/** A system may leave out what the user must not see after it has cut the pages, but not from so many in a row. */
const emptyMax = 1000;

/** Finds the cursor of the next page; or a fault when the system loops, does not end, or points to a foreign host. */
export function findNextPage(pagination: Pagination, cursor: Json, facts: PageFacts): NextPage {
  const here = readPageCursor(cursor);
  const step = findStep(pagination, here, facts);
  if (step === undefined) return { next: undefined };
  if ('fault' in step) return step;
  const { at, taken } = step;
  const { taken: _, empty: before = 0, ...kept } = here;
  const empty = facts.records.length === 0 ? before + 1 : 0;
  if (empty > emptyMax) return { fault: endless };
  // Page numbers never repeat, so the content shows whether the system ignores the parameter.
  const counted = typeof at === 'number' && pagination.kind !== 'cursor' && facts.records.length > 0;
  const position = counted ? [facts.records.length, facts.records[0] ?? null, facts.records.at(-1) ?? null] : at;
  const mark = here.pages === 0 && !counted ? toPrint(facts.url) : here.mark;
  const { loops, memory } = remember({ pages: here.pages, mark }, position);
  if (loops || (here.at !== undefined && toPrint(here.at) === toPrint(at))) return { fault: circle };
  return {
    next: writePageCursor({
      ...kept,
      at,
      ...memory,
      ...(taken === undefined ? {} : { taken }),
      ...(empty === 0 ? {} : { empty }),
    }),
  };
}

const circle: Fault = {
  kind: 'schema_drift',
  message: 'The system returned the same page again: its paging loops.',
};

const endless: Fault = {
  kind: 'schema_drift',
  message: `The system returned more than ${emptyMax} pages in a row without a record: its paging does not end.`,
};

const unreadable: Fault = {
  kind: 'schema_drift',
  message: 'The next-page cursor is neither text nor a number. Check its path.',
};

const unnamed: Fault = {
  kind: 'schema_drift',
  message: 'The system reports more pages without a next-page cursor.',
};

/** A cursor that the answer has as a list of its parts is asked for with commas between them; `undefined` for other lists. */
function joinParts(parts: readonly Json[]): string | undefined {
  const isPlain = parts.every((part) => (typeof part === 'string' && part !== '') || typeof part === 'number');
  return isPlain ? parts.map(toPlainText).join(',') : undefined;
}

/** The next position; `undefined` at the end. */
type Step = { at: Json; taken?: number } | { fault: Fault } | undefined;

function findStep(pagination: Pagination, here: PageCursor, facts: PageFacts): Step {
  const read = (path: string | undefined): Json | undefined =>
    path === undefined || facts.document === undefined ? undefined : compileReader(path)(facts.document);
  if (pagination.kind === 'none' || isLast(pagination, here, facts, read)) return undefined;
  const { records, headers } = facts;
  const missing = isSaid(read(pagination.hasMorePath), true) ? { fault: unnamed } : undefined;
  switch (pagination.kind) {
    case 'page': {
      const page = typeof here.at === 'number' ? here.at : pagination.first;
      const pages = read(pagination.totalPagesPath);
      return toCount(pages) <= page + 1 - pagination.first ? undefined : { at: page + 1 };
    }
    case 'offset': {
      // Advance by the received number of records: a system may return fewer than requested.
      const given = records.length === 0 ? (sizeAt(pagination, here) ?? 0) : records.length;
      const offset = (typeof here.at === 'number' ? here.at : pagination.first) + given;
      return toCount(read(pagination.totalPath)) <= offset - pagination.first ? undefined : { at: offset };
    }
    case 'cursor': {
      const found = pagination.header === undefined ? read(pagination.path) : headers[pagination.header];
      if (isBlank(found)) return missing;
      const value = Array.isArray(found) && found.length > 0 ? joinParts(found) : found;
      if (typeof value !== 'number' && typeof value !== 'string') return { fault: unreadable };
      const others = Object.entries(pagination.with ?? {}).map(([name, path]) => [name, read(path) ?? ''] as const);
      const parts = others.filter(([, part]) => !isBlank(part));
      return {
        at: pagination.with === undefined ? value : { ...Object.fromEntries(parts), [pagination.parameter]: value },
      };
    }
    case 'link_header': {
      const linked = checkUrl(findLink(headers['link'], pagination.rel), facts);
      return pagination.resume === undefined ? linked : stepOverCut(pagination, here, facts, linked);
    }
    case 'next_url': {
      const found = read(pagination.path);
      const value = Array.isArray(found) ? found.find((one) => toJsonObject(one)['rel'] === 'next') : found;
      const link = isJsonObject(value) && 'href' in value ? value['href'] : value;
      if (isBlank(link)) return missing;
      return typeof link === 'string' ? checkUrl(link, facts) : { fault: unreadable };
    }
    case 'range_header':
      return stepOverRange(headers['content-range']);
    case 'keyset':
      if (pagination.linked && records.length === 0) return checkUrl(findLink(headers['link'], 'next'), facts);
      return stepOverKey(pagination.fields, records);
    case 'search_after': {
      const sort = compileReader(pagination.sortPath)(records.at(-1) ?? {});
      return Array.isArray(sort) ? { at: sort } : { fault: keyless };
    }
  }
}

type Sized = Exclude<Pagination, { kind: 'none' }>;

/** Kinds of pagination whose next position may be empty. */
const endsEmpty: ReadonlySet<Pagination['kind']> = new Set([
  'page',
  'offset',
  'range_header',
  'keyset',
  'search_after',
]);

function isLast(
  pagination: Sized,
  here: PageCursor,
  { records, headers }: PageFacts,
  read: (path: string | undefined) => Json | undefined,
): boolean {
  if (isSaid(read(pagination.hasMorePath), false) || isSaid(read(pagination.endPath), true)) return true;
  if (pagination.kind === 'keyset' && pagination.linked) return findLink(headers['link'], 'next') === undefined;
  if (records.length === 0) {
    return pagination.emptyPageEnds === true || (endsEmpty.has(pagination.kind) && !tellsMore(pagination, here, read));
  }
  return pagination.shortPageEnds === true && records.length < (sizeAt(pagination, here) ?? 0);
}

/** Systems that remove invisible records after cutting the pages return some empty pages. */
function tellsMore(pagination: Sized, here: PageCursor, read: (path: string | undefined) => Json | undefined): boolean {
  if (pagination.kind === 'page') return toCount(read(pagination.totalPagesPath)) > 0;
  return (
    pagination.kind === 'offset' && sizeAt(pagination, here) !== undefined && toCount(read(pagination.totalPath)) > 0
  );
}

/** Nothing, in one of the ways in which systems write it. */
function isBlank(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** XML has texts for truth values. */
function isSaid(value: Json | undefined, wanted: boolean): boolean {
  return value === wanted || value === String(wanted);
}

/**
 * A number, also as XML and headers write it; nothing else compares to any, nor does what stands for an unknown one.
 */
function toCount(value: Json | undefined): number {
  const count = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return count > 0 ? count : Number.NaN;
}

/** Without the header, the system ignored the range and gave everything. */
function stepOverRange(header: string | undefined): Step {
  const [, last, total] = /^\S+ \d+-(\d+)\/(\d+|\*)$/.exec(header?.trim() ?? '') ?? [];
  if (last === undefined || Number(last) + 1 >= Number(total)) return undefined;
  return { at: Number(last) + 1 };
}

function stepOverKey(fields: readonly string[], records: readonly JsonObject[]): Step {
  const values = fields.map((field) => compileReader(field)(records.at(-1) ?? {}));
  const key = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  return key.length === fields.length ? { at: key } : { fault: keyless };
}

/** The next page of a list that is cut, or the list behind it where it is full. */
function stepOverCut(
  pagination: Extract<Pagination, { kind: 'link_header' }>,
  here: PageCursor,
  { records }: PageFacts,
  linked: Step,
): Step {
  const taken = (here.taken ?? 0) + records.length;
  if (linked !== undefined) return 'at' in linked ? { ...linked, taken } : linked;
  const isFull = taken >= (sizeAt(pagination, here) ?? Infinity);
  return isFull && pagination.resume !== undefined ? stepOverKey([pagination.resume.field], records) : undefined;
}

const keyless: Fault = {
  kind: 'schema_drift',
  message: 'The last record of a page lacks the key fields from which the next page starts.',
};

function checkUrl(link: string | undefined, facts: PageFacts): Step {
  if (link === undefined) return undefined;
  const url = URL.parse(link, facts.url);
  if (url !== null && facts.isAllowed(url)) return { at: url.href };
  return {
    fault: {
      kind: 'config',
      message: messages.hostForeign({ of: 'the next page' }),
    },
  };
}
