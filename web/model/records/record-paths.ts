import { isList, isObject, type JsonObject, type JsonValue } from '../json.ts';

/** A value of a record, and where a rule of a mapping finds it. */
export interface RecordValue {
  path: string;
  value: JsonValue;
}

/** Every value of a record by its path. Lists stay whole: how long they are differs from record to record. */
export function listValues(record: JsonObject): RecordValue[] {
  return walk(record, []);
}

function walk(value: JsonValue, names: readonly string[]): RecordValue[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [{ path: formatPath(names), value }];
  return Object.entries(value).flatMap(([name, member]) => walk(member, [...names, name]));
}

/** Member names joined as mappings write them: `profile.login`, `["odd.name"].x`. */
export function formatPath(names: readonly string[]): string {
  return names.reduce((path, name) => {
    if (!isBare(name)) return `${path}[${JSON.stringify(name)}]`;
    return path === '' ? name : `${path}.${name}`;
  }, '');
}

function isBare(name: string): boolean {
  return name !== '' && name === name.trim() && !/[.[\]"\p{Cc}]/u.test(name);
}

/** What a table of records shows: records by the paths of their values, and which paths have none in any of them. */
export interface RecordTable {
  filled: readonly string[];
  empty: readonly string[];
  rows: readonly { id: string; record: JsonObject; values: ReadonlyMap<string, JsonValue> }[];
}

/** @param known Paths that the system declares, in its order; those that only records have come behind them. */
export function toTable(records: readonly JsonObject[], known: readonly string[]): RecordTable {
  const rows = records.map((record, index) => ({
    id: String(index),
    record,
    values: new Map(listValues(record).map(({ path, value }) => [path, value])),
  }));
  const seen = new Set(rows.flatMap(({ values }) => [...values.keys()]));
  const all = [...new Set([...known.filter((path) => seen.has(path)), ...seen])];
  const hasValue = (path: string): boolean => rows.some(({ values }) => (values.get(path) ?? null) !== null);
  return { filled: all.filter(hasValue), empty: all.filter((path) => !hasValue(path)), rows };
}

const lengthMax = 80;

/** A value in a cell. */
export function toCell(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : isList(value) ? toLine(value) : JSON.stringify(value);
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
}

function toLine(list: readonly JsonValue[]): string {
  const isPlain = list.every((item) => !isObject(item) && !isList(item));
  return isPlain
    ? list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(', ')
    : JSON.stringify(list);
}
