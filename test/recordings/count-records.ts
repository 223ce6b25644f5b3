import type { Format } from '../../connectors/kit/http/operations.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { parseValuePath } from '../../core/paths.ts';
import type { Interaction } from './interaction.ts';

/**
 * What a recorded answer holds, found without the connector's own extraction: an own reading of the body, so that both
 * can be compared.
 */
export interface RecordList {
  /** Members from the body to the list; empty: the body itself. */
  path: readonly string[];
  records: readonly JsonObject[];
}

/** Where a connector says that records are. */
export interface DeclaredPlace {
  path: readonly string[];
  keyField?: string | undefined;
}

/** Where a connector says that records are, as members from the body on; `undefined`: not in a JSON body. */
export function findDeclared(format: Format): DeclaredPlace | undefined {
  if (format.kind !== 'json') return undefined;
  const path = format.recordsPath === undefined ? [] : parseValuePath(format.recordsPath)?.map(String);
  return path === undefined ? undefined : { path, keyField: format.keyField };
}

/** How deep lists of records lie at most. */
const depthMax = 5;

/** Every list of objects that is not inside another list, largest first. Empty ones count: they may be a last page. Nulls are no records. */
export function listPlaces(body: Json, path: readonly string[] = []): RecordList[] {
  if (Array.isArray(body)) {
    const records = body.filter(isJsonObject);
    return body.every((item) => item === null || isJsonObject(item)) ? [{ path, records }] : [];
  }
  if (!isJsonObject(body) || path.length >= depthMax) return [];
  return Object.entries(body)
    .flatMap(([name, member]) => listPlaces(member, [...path, name]))
    .toSorted((a, b) => b.records.length - a.records.length);
}

/**
 * The records of an answer.
 *
 * Answers often hold several lists, and which of them is the one that was asked for is the connector's word; but it
 * must be one that the answer has. Where it is not, the largest stands.
 *
 * @param declared Where the connector reads its records: members from the body on, and the field that takes the key of a
 * map of records.
 * @returns `undefined` where the body holds nothing that could be counted.
 */
export function findRecords(body: Json, declared: DeclaredPlace | undefined): readonly JsonObject[] | undefined {
  if (typeof body === 'string') return readLines(body);
  if (declared?.keyField !== undefined) return readMap(body, declared.path, declared.keyField);
  const places = listPlaces(body);
  const named = places.find(({ path }) => path.join('\n') === declared?.path.join('\n'));
  if (named !== undefined) return named.records;
  const [largest] = places;
  if (largest !== undefined && largest.records.length > 0) return largest.records;
  const single = declared === undefined ? undefined : readObject(body, declared.path);
  return single === undefined ? largest?.records : [single];
}

/** Whether an answer has a list where the connector says that records are. */
export function hasPlace(body: Json, declared: DeclaredPlace | undefined): boolean {
  return listPlaces(body).some(({ path }) => path.join('\n') === declared?.path.join('\n'));
}

/** One record that is a single object. */
function readObject(body: Json, path: readonly string[]): JsonObject | undefined {
  let value: Json | undefined = body;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(value) ? value : undefined;
}

/** Records by their key, each with it. Some systems write an empty map as a list. */
function readMap(body: Json, path: readonly string[], keyField: string): readonly JsonObject[] | undefined {
  const map = readObject(body, path);
  if (map === undefined) return Array.isArray(body) && body.length === 0 ? [] : undefined;
  return Object.entries(map).flatMap(([key, value]) => (isJsonObject(value) ? [{ [keyField]: key, ...value }] : []));
}

/** NDJSON. */
function readLines(text: string): readonly JsonObject[] | undefined {
  try {
    const values: unknown[] = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line));
    const records = values.filter(isJsonObject);
    return records.length === values.length ? records : undefined;
  } catch {
    return undefined;
  }
}

const pageName = /^(?:page|page\[number\]|page_number|pagenumber|p)$/i;
const offsetName = /^(?:offset|start|start_?at|start_?index|skip|\$skip|from|page\[offset\])$/i;
/** Shorter texts are found in too many bodies by chance. */
const cursorLengthMin = 6;

/**
 * True when a recorded request asks for what follows a recorded page, as far as anybody can see who does not know the
 * vendor: the same request but for a cursor that the page gave, or for the next number or offset.
 */
export function isContinuation(page: Interaction, next: Interaction, count: number): boolean {
  if (page === next || page.method !== next.method || page.path !== next.path || saysLast(page.response_body)) {
    return false;
  }
  const before = parametersOf(page);
  const after = parametersOf(next);
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changed = names.filter((name) => before.get(name) !== after.get(name));
  if (changed.length === 0) return false;
  return changed.every((name) => {
    const to = after.get(name);
    if (to === undefined) return false;
    const from = Number(before.get(name) ?? 0);
    if (pageName.test(name)) return Number(to) === (before.has(name) ? from + 1 : 2);
    if (offsetName.test(name)) return count > 0 && Number(to) === from + count;
    return to.length >= cursorLengthMin && gives(page, to);
  });
}

function parametersOf({ query, request_body: body }: Interaction): Map<string, string> {
  const ofBody = isJsonObject(body) ? Object.entries(body) : [];
  return new Map([...Object.entries(query), ...ofBody].map(([name, value]) => [name, toText(value)]));
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a page told a cursor, beside its records: as a text of its own or inside an address. */
function gives({ response_body, headers }: Interaction, cursor: string): boolean {
  const text = `${JSON.stringify(withoutLists(response_body))} ${Object.values(headers).join(' ')}`;
  return text.includes(JSON.stringify(cursor).slice(1, -1)) || text.includes(encodeURIComponent(cursor));
}

function withoutLists(body: Json): Json {
  if (Array.isArray(body)) return [];
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, withoutLists(member)]));
}

const lastNames = /^(?:is_?last|last|end_?of_?stream|done|complete)$/i;
const moreNames = /^(?:has_?more|has_?next_?page|more|more_?available)$/i;

/** Whether a page says in words that it is the last one. */
function saysLast(body: Json): boolean {
  if (!isJsonObject(body)) return false;
  return Object.entries(body).some(
    ([name, value]) =>
      (value === true && lastNames.test(name)) || (value === false && moreNames.test(name)) || saysLast(value),
  );
}
