import type { Json, JsonObject } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import type { ReadingStart } from '../../../../core/records.ts';
import type { HttpPages } from '../../../kit/http/operations.ts';
import type { Incremental } from '../../../kit/http/incremental-schema.ts';
import { findLink } from './link-header.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import { type PageCursor, readPageCursor, writePageCursor } from './page-cursor.ts';
import type { PageParameters } from './pagination.ts';
import type { ResponseHeaders } from '../../../kit/http/rate-signals.ts';
import { parseTemplate, renderPlain } from '../../../kit/template.ts';

type Timed = Extract<Incremental, { kind: 'server_filter' | 'time_window' }>;

/**
 * The cursor of a read that starts after a watermark, or at an instant if the source is queried by time. Pure.
 *
 * @returns `undefined` where it cannot begin there.
 */
export function beginIncremental(incremental: Incremental, from: ReadingStart): Json | undefined {
  const first: PageCursor = { pages: 0, mark: '' };
  if (incremental.kind === 'server_filter' || incremental.kind === 'time_window') {
    const instant = 'since' in from ? Date.parse(from.since) : from.watermark;
    if (typeof instant !== 'number' || Number.isNaN(instant)) return undefined;
    // An instant that a user names is taken literally; a watermark is read with an overlap.
    return writePageCursor({ ...first, since: 'since' in from ? instant : instant - incremental.lookbackMs });
  }
  if (incremental.kind === 'change_requests') {
    const since = 'since' in from ? Date.parse(from.since) : from.watermark;
    return typeof since === 'number' && !Number.isNaN(since) ? writePageCursor({ ...first, since }) : undefined;
  }
  if ('since' in from) return undefined;
  // A feed continues as if the read had never stopped.
  return incremental.kind === 'change_feed'
    ? writePageCursor({ ...first, at: from.watermark })
    : writePageCursor({ ...first, since: from.watermark });
}

const startedKinds: ReadonlySet<Incremental['kind']> = new Set(['server_filter', 'time_window', 'change_requests']);

/** Records when a read starts: later changes belong to the next read, or to none of the pages that name it. */
export function startReading({ incremental, request }: HttpPages, cursor: Json, nowMs: number): Json {
  const here = readPageCursor(cursor);
  const isNamed = request.xml?.includes('{$started}') === true;
  const isTimed = isNamed || (incremental !== undefined && startedKinds.has(incremental.kind));
  return isTimed && here.started === undefined ? writePageCursor({ ...here, started: nowMs }) : cursor;
}

/** Adds to a page's parameters what limits it to changes. */
export function addIncremental(
  incremental: Incremental,
  cursor: Json,
  parameters: PageParameters,
  config: JsonObject,
): void {
  const here = readPageCursor(cursor);
  const put = (place: 'query' | 'body', name: string, value: string | number): void => {
    if (place === 'body') parameters.body[name] = value;
    else parameters.query[name] = String(value);
  };
  const known = { config, holes: parameters.holes };
  switch (incremental.kind) {
    case 'server_filter':
      if (typeof here.since === 'number')
        put(incremental.in, incremental.parameter, toTime(incremental, known, here.since));
      return;
    case 'time_window': {
      const { from, to } = findWindow(incremental, here);
      put(incremental.in, incremental.from, toTime(incremental, known, from, to));
      if (incremental.to !== undefined) put(incremental.in, incremental.to, toTime(incremental, known, to));
      return;
    }
    case 'change_requests': {
      const base = { since: here.since, started: here.started };
      for (const [name, { of, beforeMs }] of Object.entries(incremental.instants)) {
        const instant = base[of];
        if (typeof instant === 'number') parameters.holes[name] = renderTime(incremental.format, instant - beforeMs);
      }
      return;
    }
    case 'delta_token': {
      if (here.since === undefined || here.at !== undefined) return;
      const token = toPlainText(here.since);
      if (incremental.parameter === undefined) parameters.url = token;
      else put(incremental.in, incremental.parameter, token);
      return;
    }
    case 'etag':
      if (here.since !== undefined && here.at === undefined) {
        parameters.headers['if-none-match'] = toPlainText(here.since);
      }
      break;
    case 'change_feed':
  }
}

function findWindow({ spanMs, historyMs }: Extract<Incremental, { kind: 'time_window' }>, here: PageCursor) {
  const started = here.started ?? 0;
  const from = here.window ?? (typeof here.since === 'number' ? here.since : started - historyMs);
  return { from, to: Math.min(from + spanMs, started) };
}

/** What a template may name beside its instants: the configuration, and the place of the page. */
interface Known {
  config: JsonObject;
  holes: JsonObject;
}

function toTime({ template, format, zone }: Timed, known: Known, instant: number, until = instant): string | number {
  const time = zone === undefined ? renderTime(format, instant) : renderLocal(instant, known.holes['$opened']);
  if (template === undefined) return time;
  return renderPlain(parseTemplate(template), (name) => {
    if (name.startsWith('config.')) return known.config[name.slice(7)];
    if (Object.hasOwn(known.holes, name)) return known.holes[name];
    return name === '$until' ? renderTime(format, until) : time;
  });
}

/** The minute on the clocks of a time zone; without one that is known, a minute that is early enough in any. */
function renderLocal(instant: number, zone: Json | undefined): string {
  const options = { dateStyle: 'short', timeStyle: 'short', timeZone: toPlainText(zone) } as const;
  try {
    return new Intl.DateTimeFormat('sv-SE', options).format(instant);
  } catch {
    return String(renderTime('minute', instant - farthestMs));
  }
}

/** No zone is farther ahead of UTC. */
const farthestMs = 14 * 3_600_000;

/** Rounds down, so that nothing is left out. */
function renderTime(format: Timed['format'], instant: number): string | number {
  const iso = new Date(instant).toISOString();
  switch (format) {
    case 'iso':
      return iso;
    case 'iso_s':
      return `${iso.slice(0, 19)}Z`;
    case 'sql':
      return iso.slice(0, 19).replace('T', ' ');
    case 'minute':
      return iso.slice(0, 16).replace('T', ' ');
    case 'date':
      return iso.slice(0, 10);
    case 'epoch_s':
      return Math.floor(instant / 1000);
    case 'epoch_ms':
      return instant;
  }
}

/** What a page reported that later reads need. */
export interface ChangeFacts {
  /** Of the page that was read. */
  cursor: Json;
  /** Of the page behind it, as paging found it; `undefined` at the end. */
  next: Json | undefined;
  headers: ResponseHeaders;
  document: Json | undefined;
  records: readonly JsonObject[];
}

/** Determines the next page, and the watermark that applies once this page is processed. Pure. */
export function findChanges(
  incremental: Incremental,
  facts: ChangeFacts,
): { next: Json | undefined; watermark?: Json | undefined } {
  const { cursor, next, headers, document } = facts;
  const here = readPageCursor(cursor);
  switch (incremental.kind) {
    case 'server_filter': {
      const { orderedBy } = incremental;
      if (orderedBy !== undefined) return { next, watermark: findLastChange(orderedBy, facts.records) };
      return next === undefined
        ? { next, watermark: findStart(here, headers) }
        : { next: keepStart(next, here, headers) };
    }
    case 'time_window': {
      if (next !== undefined) return { next };
      const { to } = findWindow(incremental, here);
      if (to >= (here.started ?? 0)) return { next, watermark: to };
      const { since, started } = here;
      // Windows are consecutive, so no overlap is needed.
      return { next: writePageCursor({ ...pick({ since, started }), pages: 0, mark: '', window: to }), watermark: to };
    }
    case 'change_requests': {
      if (next !== undefined) return { next };
      const { since, started, part = 0 } = here;
      const isLast = since === undefined || part + 1 >= incremental.requests.length;
      // The requests name their ends, which the next reading begins before: no clock but this one counts.
      if (isLast) return { next, watermark: started };
      return { next: writePageCursor({ ...pick({ since, started }), pages: 0, mark: '', part: part + 1 }) };
    }
    case 'delta_token':
    case 'change_feed':
      return { next, watermark: next === undefined ? readToken(incremental, headers, document) : undefined };
    case 'etag': {
      const etag = here.at === undefined ? headers['etag'] : here.etag;
      if (next === undefined) return { next, watermark: etag };
      return { next: etag === undefined ? next : writePageCursor({ ...readPageCursor(next), etag }) };
    }
  }
}

function readToken(
  where: { path?: string | undefined; header?: string | undefined; rel?: string | undefined },
  headers: ResponseHeaders,
  document: Json | undefined,
): string | number | undefined {
  const { path, header, rel } = where;
  const value =
    rel === undefined ? (header === undefined ? undefined : headers[header]) : findLink(headers['link'], rel);
  const token = path === undefined ? value : compileReader(path)(document ?? null);
  return typeof token === 'number' || (typeof token === 'string' && token !== '') ? token : undefined;
}

/** When the read started, by the slower of the system's clock and ours. */
function findStart({ started }: PageCursor, headers: ResponseHeaders): number | undefined {
  const value = Date.parse(headers['date'] ?? '');
  if (started === undefined) return Number.isNaN(value) ? undefined : value;
  return Number.isNaN(value) ? started : Math.min(started, value);
}

function keepStart(next: Json, here: PageCursor, headers: ResponseHeaders): Json {
  const started = findStart(here, headers);
  return started === undefined ? next : writePageCursor({ ...readPageCursor(next), started });
}

function findLastChange(path: string, records: readonly JsonObject[]): number | undefined {
  const value = compileReader(path)(records.at(-1) ?? {});
  const instant = typeof value === 'number' ? (value < 1e11 ? value * 1000 : value) : Date.parse(toPlainText(value));
  return Number.isNaN(instant) ? undefined : instant;
}

function pick({ since, started }: { since: Json | undefined; started: number | undefined }) {
  return { ...(since === undefined ? {} : { since }), ...(started === undefined ? {} : { started }) };
}
