import type { Json, JsonObject } from './json.ts';
import { type Path, parseValuePath, type Segment } from './paths.ts';

/** Reads one value out of a record; `undefined` where the record has none. */
export type Getter = (record: JsonObject) => Json | undefined;

/** Reads one value out of a JSON value; `undefined` where it has none. */
export type Reader = (value: Json) => Json | undefined;

/**
 * Compiles a path to a closure.
 *
 * Reads own members of objects and positions of lists, nothing else: no inherited members, no `length`. A null on the
 * way gives null, anything else without the next segment gives `undefined`.
 */
export function compileGetter({ segments }: Path): Getter {
  const [name, second, third] = segments;
  if (segments.some((segment) => inheritedNames.has(segment))) return (record) => walk(record, segments, readOwn, null);
  if (typeof name === 'string' && segments.length === 1) return (record) => record[name];
  if (typeof name === 'string' && typeof second === 'string' && segments.length === 2) {
    return (record) => readStep(record[name], second);
  }
  if (typeof name === 'string' && typeof second === 'string' && typeof third === 'string' && segments.length === 3) {
    return (record) => readStep(readStep(record[name], second), third);
  }
  return (record) => walk(record, segments, readPlain, null);
}

/**
 * Compiles a path as `parseValuePath` takes it. Reads what `compileGetter` reads, but finds nothing beyond a null.
 *
 * @throws {TypeError} when the text is not a path: paths are checked where they enter.
 */
export function compileReader(path: string): Reader {
  const segments = parseValuePath(path);
  if (segments === undefined) throw new TypeError(`Not a path: ${path}`);
  return (value) => walk(value, segments, readOwn, undefined);
}

/** One step of a short path, the common kind, which is compiled without a loop. */
function readStep(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return value === null ? null : undefined;
  return Array.isArray(value) ? undefined : value[name];
}

type ReadMember = (object: JsonObject, name: string) => Json | undefined;

/** @param beyondNull What is found where a null is on the way. */
function walk(
  root: Json,
  segments: readonly Segment[],
  readMember: ReadMember,
  beyondNull: null | undefined,
): Json | undefined {
  let value: Json | undefined = root;
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null) return value === null ? beyondNull : undefined;
    if (Array.isArray(value)) value = typeof segment === 'number' ? value[segment] : undefined;
    else value = typeof segment === 'string' ? readMember(value, segment) : undefined;
  }
  return value;
}

/** Records are plain objects: a name that `Object.prototype` has not is an own member or none. */
const inheritedNames: ReadonlySet<Segment> = new Set(Object.getOwnPropertyNames(Object.prototype));

const readPlain: ReadMember = (object, name) => object[name];
const readOwn: ReadMember = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);
