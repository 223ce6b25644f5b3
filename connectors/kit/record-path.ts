import type { Json, JsonObject } from '../../core/json.ts';

/** Reads one value out of a JSON value; `undefined` where it has none. */
export type Reader = (value: Json) => Json | undefined;

type Segment = string | number;

/** `name`, `[0]` or `["odd.name"]`, each but the first bare one after a dot or bracket. */
const segmentPattern = /(?:^|\.)([^.[\]"\p{Cc}]+)|\[(0|[1-9][0-9]{0,8})\]|\[("(?:[^"\\]|\\.)*")\]/uy;

/**
 * Splits a path such as `data.items[0]["odd.name"]` into its segments; `$` stands for the value itself.
 *
 * @returns `undefined` when the text is not a path.
 */
export function parsePath(text: string): readonly Segment[] | undefined {
  if (text === '$') return [];
  if (text.startsWith('.')) return undefined;
  const segments: Segment[] = [];
  segmentPattern.lastIndex = 0;
  while (segmentPattern.lastIndex < text.length) {
    const match = segmentPattern.exec(text);
    if (match === null) return undefined;
    const [, bare, position, quoted] = match;
    if (bare !== undefined) segments.push(bare);
    else if (position !== undefined) segments.push(Number(position));
    else segments.push(unquote(quoted ?? '""'));
  }
  return segments.length === 0 ? undefined : segments;
}

function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

/**
 * Compiles a path to a closure that reads own members and list positions only.
 *
 * @throws {TypeError} when the text is not a path: paths are checked where they enter.
 */
export function compileReader(path: string): Reader {
  const segments = parsePath(path);
  if (segments === undefined) throw new TypeError(`Not a path: ${path}`);
  const [only] = segments;
  if (segments.length === 1 && typeof only === 'string') return (value) => readMember(value, only);
  return (value) => {
    let current: Json | undefined = value;
    for (const segment of segments) {
      if (current === undefined) return undefined;
      current = readMember(current, segment);
    }
    return current;
  };
}

function readMember(value: Json, segment: Segment): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return typeof segment === 'number' ? value[segment] : undefined;
  return typeof segment === 'string' && Object.hasOwn(value, segment) ? value[segment] : undefined;
}

/**
 * One text for the values of a record's match fields: the text itself for a single one, a JSON list for several.
 *
 * @returns `undefined` when a field has no value that could identify a record.
 */
export function readMatchText(record: JsonObject, readers: readonly Reader[]): string | undefined {
  const values = readers.map((read) => read(record));
  const [first] = values;
  if (first === undefined || values.some((value) => value === undefined || value === null || value === ''))
    return undefined;
  return values.length === 1 && typeof first === 'string'
    ? first
    : JSON.stringify(values.length === 1 ? first : values);
}
