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

const bareName = /[^.[\]"\p{Cc}]+/uy;
const position = /(?:0|[1-9][0-9]{0,8})\]/y;
const quotedName = /"(?:[^"\\]|\\.)*"\]/y;

/** Parses a path. Every text that is refused says where and what was expected. */
export function parsePath(text: string): ParsedPath {
  const read = readSegments(text, 'strict');
  return read.ok ? { ok: true, path: { segments: read.segments, text: formatPath(read.segments) } } : read;
}

/**
 * Splits a path into any JSON value, as connectors have them of what a vendor sends; `$` stands for the value itself.
 *
 * Names with outer spaces may stand bare here, and a quoted name that is no JSON is taken as it is written.
 *
 * @returns `undefined` when the text is not a path.
 */
export function parseValuePath(text: string): readonly Segment[] | undefined {
  if (text === '$') return [];
  const read = readSegments(text, 'lenient');
  return read.ok ? read.segments : undefined;
}

type Spelling = 'strict' | 'lenient';
type Refusal = Extract<ParsedPath, { ok: false }>;

function readSegments(text: string, spelling: Spelling): { ok: true; segments: Segment[] } | Refusal {
  const segments: Segment[] = [];
  let at = 0;
  while (at < text.length || segments.length === 0) {
    const bracketed = text[at] === '[';
    if (!bracketed && segments.length > 0) {
      if (text[at] !== '.') return refuse(text, at, '`.` or `[`');
      at += 1;
    }
    const read = bracketed ? readBracket(text, at + 1, spelling) : readName(text, at, spelling);
    if (!read.ok) return read;
    segments.push(read.segment);
    at = read.end;
  }
  return { ok: true, segments };
}

type ReadSegment = { ok: true; segment: Segment; end: number } | Refusal;

function readName(text: string, at: number, spelling: Spelling): ReadSegment {
  const name = matchAt(bareName, text, at);
  if (name === undefined) return refuse(text, at, 'a name');
  if (spelling === 'strict' && name !== name.trim()) {
    return {
      ok: false,
      position: at,
      message: 'A name with outer spaces is written in brackets and quotes: `[" name"]`.',
    };
  }
  return { ok: true, segment: name, end: at + name.length };
}

function readBracket(text: string, at: number, spelling: Spelling): ReadSegment {
  const digits = matchAt(position, text, at);
  if (digits !== undefined) return { ok: true, segment: Number.parseInt(digits, 10), end: at + digits.length };
  const quoted = matchAt(quotedName, text, at);
  const name = quoted === undefined ? undefined : unquote(quoted.slice(0, -1), spelling);
  if (quoted === undefined || name === undefined) return refuse(text, at, 'a list position or a quoted name, then `]`');
  return { ok: true, segment: name, end: at + quoted.length };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function unquote(quoted: string, spelling: Spelling): string | undefined {
  try {
    const name: unknown = JSON.parse(quoted);
    return typeof name === 'string' ? name : undefined;
  } catch {
    return spelling === 'lenient' ? quoted.slice(1, -1) : undefined;
  }
}

function refuse(text: string, at: number, expected: string): Refusal {
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

/** True when `inner` is `outer` or lies below it. */
export function isWithin(inner: Path, outer: Path): boolean {
  return outer.segments.every((segment, i) => segment === inner.segments[i]);
}
