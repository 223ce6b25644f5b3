import type { Listing } from '../../../connectors/kit/meaning/meaning.ts';
import type { HttpPages } from '../../../connectors/kit/http/operations.ts';
import { toPlainText } from '../../../connectors/kit/type-guards.ts';
import type { Json } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import type { MockAnswer } from '../behaviour/mock-vendor.ts';
import { contentTypes, hintNext, readParameter } from '../behaviour/vendor-pages.ts';
import { encodeDocument, placeAt, placeRecords } from '../encode-document.ts';
import type { JudgedRequest } from '../judged-request.ts';
import type { PlayedSystem, Question, Row } from './played-system.ts';
import { readTimes, type TimeReading } from './read-question.ts';

/** Records of a page. Every system cuts pages smaller than it was asked to, so that few records make several. */
export const rowsPerPage = 2;

/** A list of the system. */
export interface PlayedList {
  system: PlayedSystem;
  read: HttpPages;
  listing: Listing;
  time: TimeReading | undefined;
  /** Records that one listing gives at most, and what is answered behind them. */
  ceiling?: { records: number; beyond: MockAnswer | undefined } | undefined;
  /** Paths of the fields that identify a record: they stay as they are when it changes. */
  key: readonly string[];
  /** The rest of an answer. */
  document: Json;
}

/** Where a page begins. */
interface Position {
  question: Question;
  /** Rows before it, by number; or the row that it follows; or all rows that were there when the listing began. */
  start: { number: number } | { after: Row | undefined } | { frozen: readonly Row[]; number: number };
  /** Rows that were given before it. */
  given: number;
}

/** Answers requests for the pages of a list. The places that it hands out are its own. */
export class ListPlayer {
  readonly #list: PlayedList;
  readonly #places = new Map<string, Position>();
  /** Rows that were shown so far. */
  readonly #shown = new Set<Row>();

  constructor(list: PlayedList) {
    this.#list = list;
  }

  answer(request: JudgedRequest): MockAnswer {
    const { read, system, ceiling, document } = this.#list;
    const place = this.#findPlace(request);
    const rows = this.#hide(system.select(place.question), place.question, request).toSorted((a, b) =>
      this.#compare(a, b),
    );
    const from = 'frozen' in place.start ? place.start.frozen : rows;
    const before = this.#countBefore(place, rows);
    const room = ceiling === undefined ? Infinity : ceiling.records - place.given;
    if (room <= 0 && ceiling?.beyond !== undefined) return ceiling.beyond;
    const size = this.#list.listing.paging === 'whole' && !isPositioned(read) ? from.length : rowsPerPage;
    const page = from.slice(before, before + Math.max(0, Math.min(size, room)));
    const hasRows = before + page.length < from.length;
    const hasMore = hasRows && (room > page.length || ceiling?.beyond !== undefined);
    for (const row of page) this.#shown.add(row);
    const token = this.#remember(place, from, before, page);
    const hints = hintNext(read, {
      hasMore,
      token,
      address: withToken(request, token),
      pages: Math.ceil(from.length / size),
      total: from.length,
      before,
      count: page.length,
    });
    let body = placeRecords(
      document,
      read.format,
      page.map((row) => this.#show(row)),
    );
    const end = hasMore ? { values: [], headers: {} } : this.#hintChanges(request);
    for (const [path, value] of [...hints.values, ...end.values]) body = placeAt(body, path, value);
    return {
      headers: { 'content-type': contentTypes[read.format.kind], ...this.date, ...hints.headers, ...end.headers },
      body: encodeDocument(read.format, body),
    };
  }

  get date(): { date: string } {
    return { date: new Date(this.#list.system.nowMs).toUTCString() };
  }

  /** By a place that was given out before, or else by what the request says itself. */
  #findPlace(request: JudgedRequest): Position {
    const { read, time } = this.#list;
    const text = `${decode(request.url.href)} ${decode(request.body ?? '')} ${JSON.stringify(request.headers)}`;
    const known = /played-\d+-place/.exec(text)?.[0];
    const place = known === undefined ? undefined : this.#places.get(known);
    if (place !== undefined) return place;
    const question = time === undefined ? {} : readTimes(time, request);
    const number = readNumber(read, request, this.#shown.size);
    if (number !== undefined) return { question, start: { number }, given: number };
    const after = findKey(read, [...this.#shown], text);
    return { question, start: { after }, given: after === undefined ? 0 : this.#shown.size };
  }

  /** A row that is gone keeps its place. */
  #countBefore({ start }: Position, rows: readonly Row[]): number {
    if ('number' in start) return start.number;
    const { after } = start;
    return after === undefined ? 0 : rows.filter((row) => this.#compare(row, after) <= 0).length;
  }

  #remember({ question, given }: Position, frozen: readonly Row[], before: number, page: readonly Row[]): string {
    const token = `played-${this.#places.size}-place`;
    const number = before + page.length;
    const { paging } = this.#list.listing;
    const next =
      paging === 'position' ? { number } : paging === 'snapshot' ? { frozen, number } : { after: page.at(-1) };
    this.#places.set(token, { question, start: next, given: given + page.length });
    return token;
  }

  /** What a later reading of changes begins with, where that is something that the system gives. */
  #hintChanges(request: JudgedRequest): { values: [string, Json][]; headers: Record<string, string> } {
    const { incremental } = this.#list.read;
    if (incremental?.kind !== 'delta_token' && incremental?.kind !== 'change_feed') return { values: [], headers: {} };
    const token = `played-${this.#places.size}-place`;
    const { nowMs } = this.#list.system;
    this.#places.set(token, { question: { visibleAfter: nowMs }, start: { after: undefined }, given: 0 });
    const isAddress =
      incremental.kind === 'change_feed'
        ? addressKinds.has(this.#list.read.paginate.kind)
        : incremental.parameter === undefined;
    const value = isAddress ? withToken(request, token) : token;
    const { path, header } = incremental;
    const rel = 'rel' in incremental ? incremental.rel : undefined;
    return {
      values: path === undefined ? [] : [[path, value]],
      headers: {
        ...(header === undefined ? {} : { [header]: value }),
        ...(rel === undefined ? {} : { link: `<${withToken(request, token)}>; rel="${rel}"` }),
      },
    };
  }

  #hide(rows: readonly Row[], { since }: Question, { url, body = '' }: JudgedRequest): Row[] {
    const { leavesOut, changesLeaveOut = leavesOut, shownOnRequest } = this.#list.listing;
    const hidden = new Set(since === undefined ? leavesOut : changesLeaveOut);
    if (shownOnRequest !== undefined) {
      const { states, parameter, value } = shownOnRequest;
      const given = url.searchParams.get(parameter) ?? (body.includes(`"${parameter}"`) ? value : undefined);
      // It may be one of the conditions of a filter.
      const isAsked =
        given !== undefined && (value === undefined || given === value || given.split(' and ').includes(value));
      if (!isAsked) for (const state of states) hidden.add(state);
    }
    return rows.filter(({ state }) => state === undefined || !hidden.has(state));
  }

  #compare(left: Row, right: Row): number {
    const { read } = this.#list;
    const { paginate, incremental } = read;
    if (paginate.kind === 'keyset')
      return compareTexts(keyTexts(read, this.#show(left)), keyTexts(read, this.#show(right)));
    const isByChange = incremental?.kind === 'server_filter' && incremental.orderedBy !== undefined;
    return (isByChange ? left.changedMs - right.changedMs : 0) || left.rank - right.rank;
  }

  /** A row with the instant of its change, in the form that the sample has. */
  #show(row: Row): Row['element'] {
    const { read, time, key } = this.#list;
    const { incremental } = read;
    const ordered = incremental?.kind === 'server_filter' ? incremental.orderedBy : undefined;
    const paths = [
      ...(time === undefined || time.changed.field === '' ? [] : [time.changed.field]),
      ...(ordered === undefined ? [] : [ordered]),
    ];
    const changing = paths.filter((path) => !key.includes(path));
    return changing.reduce((element, path) => {
      const sample = compileReader(path)(element);
      if (sample === undefined && path !== ordered) return element;
      const isSeconds = incremental !== undefined && 'format' in incremental && incremental.format === 'epoch_s';
      const value =
        typeof sample === 'number' ? row.changedMs / (isSeconds ? 1000 : 1) : new Date(row.changedMs).toISOString();
      const placed = placeAt(element, path, value);
      return typeof placed === 'object' && placed !== null && !Array.isArray(placed) ? placed : element;
    }, row.element);
  }
}

const addressKinds: ReadonlySet<string> = new Set(['next_url', 'link_header']);

export function isPositioned({ paginate: { kind } }: HttpPages): boolean {
  return kind === 'page' || kind === 'offset' || kind === 'range_header';
}

/** How many rows are before the page that a request asks for by its number; `undefined` where it does not. */
function readNumber({ paginate }: HttpPages, request: JudgedRequest, given: number): number | undefined {
  if ('in' in paginate && paginate.in === 'template') return paginate.kind === 'page' ? given : undefined;
  switch (paginate.kind) {
    case 'page':
      return (Number(readParameter(paginate, request) ?? paginate.first) - paginate.first) * rowsPerPage;
    case 'offset':
      return Number(readParameter(paginate, request) ?? paginate.first) - paginate.first;
    case 'range_header':
      return Number(/=(\d+)/.exec(request.headers['range'] ?? '')?.[1] ?? 0);
    default:
      return undefined;
  }
}

/** The row whose key a request names. */
function findKey(read: HttpPages, rows: readonly Row[], text: string): Row | undefined {
  const { kind } = read.paginate;
  if (kind !== 'keyset' && kind !== 'search_after') return undefined;
  return rows.findLast(({ element }) => keyTexts(read, element).every((key) => text.includes(key)));
}

function keyTexts({ paginate }: HttpPages, element: Row['element']): string[] {
  const paths =
    paginate.kind === 'keyset' ? paginate.fields : paginate.kind === 'search_after' ? [`${paginate.sortPath}[0]`] : [];
  return paths.map((path) => toPlainText(compileReader(path)(element)));
}

function compareTexts(left: readonly string[], right: readonly string[]): number {
  for (const [index, text] of left.entries()) {
    const other = right[index] ?? '';
    if (text !== other) return text < other ? -1 : 1;
  }
  return 0;
}

function withToken({ url }: JudgedRequest, token: string): string {
  const next = new URL(url);
  next.searchParams.set('played_place', token);
  return next.href;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
