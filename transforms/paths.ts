import type { Json, JsonObject } from '../core/json.ts';

/**
 * Paths into a record: member names joined by dots, list positions in brackets.
 *
 * A bare name is any text without `.`, `[`, `]`, `"`, control characters and outer spaces; other names are written as a
 * JSON string in brackets.
 *
 * @example `profile.login`, `emails[0].value`, `["odd.name"].x`
 */

/** A member's name, or a position in a list. */
export type Segment = string | number;

export interface Path {
  segments: readonly Segment[];
  /** The path in its one canonical spelling: equal paths have equal text. */
  text: string;
}

export type ParsedPath =
  | { ok: true; path: Path }
  /** `position` counts characters from 0. */
  | { ok: false; message: string; position: number };

/** Reads one value out of a record; `undefined` where the record has none. */
export type Getter = (record: JsonObject) => Json | undefined;

const bareName = /[^.[\]"\p{Cc}]+/uy;
const position = /(?:0|[1-9][0-9]{0,8})\]/y;
const quotedName = /"(?:[^"\\]|\\.)*"\]/y;

/** Parses a path. Every text that is refused says where and what was expected. */
export function parsePath(text: string): ParsedPath {
  const segments: Segment[] = [];
  let at = 0;
  while (at < text.length || segments.length === 0) {
    const bracketed = text[at] === '[';
    if (!bracketed && segments.length > 0) {
      if (text[at] !== '.') return refuse(text, at, '`.` or `[`');
      at += 1;
    }
    const read = bracketed ? readBracket(text, at + 1) : readName(text, at);
    if (!read.ok) return read;
    segments.push(read.segment);
    at = read.end;
  }
  return { ok: true, path: { segments, text: formatPath(segments) } };
}

type ReadSegment = { ok: true; segment: Segment; end: number } | { ok: false; message: string; position: number };

function readName(text: string, at: number): ReadSegment {
  const name = matchAt(bareName, text, at);
  if (name === undefined) return refuse(text, at, 'a name');
  if (name !== name.trim()) {
    return {
      ok: false,
      position: at,
      message: 'A name with outer spaces is written in brackets and quotes: `[" name"]`.',
    };
  }
  return { ok: true, segment: name, end: at + name.length };
}

function readBracket(text: string, at: number): ReadSegment {
  const digits = matchAt(position, text, at);
  if (digits !== undefined) return { ok: true, segment: Number.parseInt(digits, 10), end: at + digits.length };
  const quoted = matchAt(quotedName, text, at);
  const name = quoted === undefined ? undefined : unquote(quoted.slice(0, -1));
  if (quoted === undefined || name === undefined) return refuse(text, at, 'a list position or a quoted name, then `]`');
  return { ok: true, segment: name, end: at + quoted.length };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function unquote(quoted: string): string | undefined {
  try {
    const name: unknown = JSON.parse(quoted);
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

function refuse(text: string, at: number, expected: string): { ok: false; message: string; position: number } {
  const found = at < text.length ? `\`${text[at]}\`` : 'the end';
  return { ok: false, position: at, message: `Expected ${expected} at position ${at}, found ${found}.` };
}

/** Writes a path in its canonical spelling; `parsePath` gives the same segments back. */
export function formatPath(segments: readonly Segment[]): string {
  let text = '';
  for (const segment of segments) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (!isBareName(segment)) text += `[${JSON.stringify(segment)}]`;
    else text += text === '' ? segment : `.${segment}`;
  }
  return text;
}

function isBareName(name: string): boolean {
  return name !== '' && name === name.trim() && matchAt(bareName, name, 0) === name;
}

/**
 * Compiles a path to a closure.
 *
 * Reads own members of objects and positions of lists, nothing else: no inherited members, no `length`. A null on the
 * way gives null, anything else without the next segment gives `undefined`.
 */
export function compileGetter({ segments }: Path): Getter {
  const [name, second, third] = segments;
  if (segments.some((segment) => inheritedNames.has(segment))) return (record) => walk(record, segments, readOwn);
  if (typeof name === 'string' && segments.length === 1) return (record) => record[name];
  if (typeof name === 'string' && typeof second === 'string' && segments.length === 2) {
    return (record) => readStep(record[name], second);
  }
  if (typeof name === 'string' && typeof second === 'string' && typeof third === 'string' && segments.length === 3) {
    return (record) => readStep(readStep(record[name], second), third);
  }
  return (record) => walk(record, segments, readPlain);
}

/** One step of a short path, the common kind, which is compiled without a loop. */
function readStep(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return value === null ? null : undefined;
  return Array.isArray(value) ? undefined : value[name];
}

type ReadMember = (object: JsonObject, name: string) => Json | undefined;

function walk(record: JsonObject, segments: readonly Segment[], readMember: ReadMember): Json | undefined {
  let value: Json | undefined = record;
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null) return value === null ? null : undefined;
    if (Array.isArray(value)) value = typeof segment === 'number' ? value[segment] : undefined;
    else value = typeof segment === 'string' ? readMember(value, segment) : undefined;
  }
  return value;
}

/** Records are plain objects: a name that `Object.prototype` has not is an own member or none. */
const inheritedNames: ReadonlySet<Segment> = new Set(Object.getOwnPropertyNames(Object.prototype));

const readPlain: ReadMember = (object, name) => object[name];
const readOwn: ReadMember = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

/** True when `inner` is `outer` or lies below it. */
export function isWithin(inner: Path, outer: Path): boolean {
  return outer.segments.every((segment, i) => segment === inner.segments[i]);
}
