import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import { ConnectorError } from '../../../../core/connector-error.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import type { RecordSource, SourcePage } from '../../../../core/records.ts';
import type { HttpPages, HttpParents } from '../../../kit/http/operations.ts';
import { withMember } from '../exchange/members.ts';
import { toJsonObject, toPlainText } from '../../../kit/type-guards.ts';
import { type CallNamer, createCallNamer } from '../call.ts';
import type { HttpContext } from '../context.ts';
import { createLevelsSource } from './levels-source.ts';
import { createPagesSource } from './pages-source.ts';

/** Many small responses make one page; these limit its time and its number of records. */
const gatherMs = 2000;
const gatherMax = 1000;

/** The position of the read. */
interface NestedPlace {
  /** Cursor of the page of parents. */
  from: Json;
  /** Key of the parent within that page; `undefined` for its first. */
  key: string | undefined;
  /** Cursor among the parent's records. */
  at: Json;
}

/** One parent, or as many as go into one call. */
interface Family {
  key: string;
  /** Values for the holes of the call. */
  parent: JsonObject;
  /** Fields that its records receive. */
  copied: JsonObject;
}

type Lister = RecordSource['readPage'];

/** Reads the records of each parent, one after the other, as one sequence. The next ones are prefetched. */
export function createNestedSource(context: HttpContext, read: HttpPages, parents: HttpParents): RecordSource {
  const { depth = 1 } = parents;
  if (depth === 1) return new NestedSource(context, read, parents, createLister(context, parents));
  return createLevelsSource(Array.from({ length: depth }, (_, above) => openLevel(context, read, parents, above)));
}

/** The records of a level, whose parents are those of the level above. */
function openLevel(context: HttpContext, read: HttpPages, parents: HttpParents, above: number): RecordSource {
  if (above === 0) return new NestedSource(context, read, parents, createLister(context, parents));
  const upper = openLevel(context, read, parents, above - 1);
  return new NestedSource(context, read, parents, (cursor, signal) => upper.readPage(cursor, signal));
}

class NestedSource implements RecordSource {
  readonly #context: HttpContext;
  readonly #read: HttpPages;
  readonly #parents: HttpParents;
  readonly #calls: CallNamer;
  readonly #list: Lister;
  /** Pages of parents that are gathered have as many as their time allowed: where one begins is another's end. */
  readonly #isGathered: boolean;
  #listed: { cursor: string; families: Family[]; next: Json | undefined } | undefined;
  #ahead = new Map<string, Promise<SourcePage>>();

  constructor(context: HttpContext, read: HttpPages, parents: HttpParents, list: Lister) {
    this.#context = context;
    this.#read = read;
    this.#parents = parents;
    this.#calls = createCallNamer(context.connectorId, 'list');
    this.#list = list;
    this.#isGathered =
      parents.depth !== undefined || (parents.from.kind === 'pages' && parents.from.parents !== undefined);
  }

  async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    const { clock } = this.#context;
    const stopAt = clock.monotonic() + gatherMs;
    const page: SourcePage = { records: [], next: undefined, bytes: 0 };
    let place: NestedPlace | undefined = readPlace(cursor);
    this.#ahead = new Map();
    do {
      place = await this.#readOn(place, page, signal);
    } while (place !== undefined && page.records.length < gatherMax && clock.monotonic() < stopAt);
    return place === undefined ? page : { ...page, next: toCursor(place) };
  }

  /** Adds a page of the parent's records. @returns where to go on; `undefined` at the end. */
  async #readOn(place: NestedPlace, page: SourcePage, signal: AbortSignal): Promise<NestedPlace | undefined> {
    const { families, next } = await this.#readParents(place.from, signal);
    const index = place.key === undefined ? 0 : families.findIndex(({ key }) => key === place.key);
    const family = families[index];
    if (family === undefined) {
      const isElsewhere = place.key !== undefined && this.#isGathered && next !== undefined;
      if (isElsewhere) return { ...place, from: next };
      if (place.key !== undefined) throw this.#calls.toError(gone, undefined);
      return next === undefined ? undefined : { from: next, key: undefined, at: null };
    }
    if (place.at === null) this.#readAhead(families.slice(index, index + this.#parents.concurrency), signal);
    const part = await ((place.at === null ? this.#ahead.get(family.key) : undefined) ??
      this.#readFamily(family, place.at, signal));
    this.#ahead.delete(family.key);
    for (const record of part.records) page.records.push({ ...record, ...family.copied });
    page.bytes += part.bytes;
    if (part.next !== undefined) return { from: place.from, key: family.key, at: part.next };
    const following = families[index + 1];
    if (following !== undefined) return { from: place.from, key: following.key, at: null };
    return next === undefined ? undefined : { from: next, key: undefined, at: null };
  }

  /** Starts reading ahead; the result is awaited when the read gets there. */
  #readAhead(families: readonly Family[], signal: AbortSignal): void {
    for (const family of families) {
      if (this.#ahead.has(family.key)) continue;
      const reading = this.#readFamily(family, null, signal);
      reading.catch(() => undefined);
      this.#ahead.set(family.key, reading);
    }
  }

  /** A parent that was deleted between the listing and the read has no records. */
  async #readFamily({ parent }: Family, at: Json, signal: AbortSignal): Promise<SourcePage> {
    const context = { ...this.#context, scope: { ...this.#context.scope, holes: { parent } } };
    try {
      return await createPagesSource(context, this.#read).readPage(at, signal);
    } catch (error) {
      const isGone = error instanceof ConnectorError && error.kind === 'not_found' && at === null;
      if (isGone) return { records: [], next: undefined, bytes: 0 };
      throw error;
    }
  }

  async #readParents(cursor: Json, signal: AbortSignal): Promise<{ families: Family[]; next: Json | undefined }> {
    const wanted = canonicalJson(cursor);
    if (this.#listed?.cursor === wanted) return this.#listed;
    const { records, next } = await this.#list(cursor, signal);
    this.#listed = { cursor: wanted, families: toFamilies(records, this.#parents), next };
    return this.#listed;
  }
}

function createLister(context: HttpContext, { from }: HttpParents): Lister {
  switch (from.kind) {
    case 'pages': {
      const { parents } = from;
      const source =
        parents === undefined ? createPagesSource(context, from) : createNestedSource(context, from, parents);
      return (cursor, signal) => source.readPage(cursor, signal);
    }
    case 'values':
      return () => Promise.resolve({ records: from.values, next: undefined, bytes: 0 });
    case 'config': {
      const given = context.scope.config[from.name];
      const records = Array.isArray(given) ? given.map((item) => (isJsonObject(item) ? item : { value: item })) : [];
      return () => Promise.resolve({ records, next: undefined, bytes: 0 });
    }
  }
}

/** Parents without a key have no address. Of parents with the same key, the first counts. */
function toFamilies(parents: readonly JsonObject[], { key: keyPath, copy, batch }: HttpParents): Family[] {
  const readKey = compileReader(keyPath);
  const seen = new Set<string>();
  const keyed = parents.flatMap((parent) => {
    const key = toPlainText(readKey(parent));
    // A key is a position of the read: a duplicate would lead back to its first occurrence.
    if (key === '' || seen.has(key)) return [];
    seen.add(key);
    return [{ key, parent }];
  });
  if (batch === undefined) return keyed.map(({ key, parent }) => ({ key, parent, copied: copyFields(parent, copy) }));
  return Array.from({ length: Math.ceil(keyed.length / batch) }, (_, index) => {
    const keys = keyed.slice(index * batch, (index + 1) * batch).map(({ key }) => key);
    return { key: keys[0] ?? '', parent: withMember({}, keyPath, keys), copied: {} };
  });
}

function copyFields(parent: JsonObject, copy: HttpParents['copy']): JsonObject {
  return Object.fromEntries(Object.entries(copy).map(([name, path]) => [name, compileReader(path)(parent) ?? null]));
}

const gone = {
  kind: 'cursor_expired',
  message: 'The parent record being read has moved: the read starts again.',
} as const;

function readPlace(cursor: Json): NestedPlace {
  const { from = null, key, at = null } = toJsonObject(cursor);
  return { from, key: typeof key === 'string' ? key : undefined, at };
}

function toCursor({ from, key, at }: NestedPlace): Json {
  return { from, ...(key === undefined ? {} : { key }), at };
}
