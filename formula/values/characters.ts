import type { Run } from './run.ts';

/**
 * Texts by character, as CEL counts them: Unicode code points. Where no character beyond U+FFFF is in the way, nearly
 * everywhere, positions are those of JavaScript, and only the part that is asked for is looked at.
 */
const surrogate = /[\uD800-\uDFFF]/;

export function countCharacters(text: string): number {
  return hasSurrogates(text, 0, text.length) ? toCharacters(text).length : text.length;
}

/** The characters from `start` to before `end`, as far as there are so many. */
export function sliceCharacters(text: string, start: number, end: number): string {
  const isPlain = !hasSurrogates(text, 0, Math.min(end, text.length));
  return isPlain ? text.slice(start, end) : toCharacters(text).slice(start, end).join('');
}

/** The characters from `start` to before `end`; `undefined` where there are not so many. */
export function cutCharacters(text: string, start: number, end: number): string | undefined {
  if (start < 0 || start > end || end > text.length) return undefined;
  if (!hasSurrogates(text, 0, end)) return text.slice(start, end);
  const characters = toCharacters(text);
  return end > characters.length ? undefined : characters.slice(start, end).join('');
}

/** At most so many characters from the end. */
export function lastCharacters(text: string, count: number): string {
  if (count <= 0) return '';
  const start = Math.max(0, text.length - count);
  return hasSurrogates(text, start, text.length) ? toCharacters(text).slice(-count).join('') : text.slice(start);
}

/** True when there are at least so many characters. */
export function hasCharacters(text: string, count: number): boolean {
  if (count > text.length) return false;
  return !hasSurrogates(text, 0, count) || countCharacters(text) >= count;
}

export function toCharacters(text: string): string[] {
  return Array.from(text);
}

/** The position of a part by characters, from a position on; -1 where there is none. */
export function findCharacters(text: string, part: string, from: number, run: Run): number {
  run.spendSearch(text.length, part.length);
  const unit = text.indexOf(part, toUnit(text, from));
  return unit === -1 ? -1 : countCharacters(text.slice(0, unit));
}

/** The last position of a part by characters, at or before a position. */
export function findLastCharacters(text: string, part: string, from: number | undefined, run: Run): number {
  run.spendSearch(text.length, part.length);
  const unit = text.lastIndexOf(part, from === undefined ? undefined : toUnit(text, from));
  return unit === -1 ? -1 : countCharacters(text.slice(0, unit));
}

function toUnit(text: string, character: number): number {
  return sliceCharacters(text, 0, character).length;
}

/** Short parts are looked at here: a pattern costs more to start than they do to read. */
const shortLength = 24;

function hasSurrogates(text: string, start: number, end: number): boolean {
  if (end - start > shortLength) return surrogate.test(text.slice(start, end));
  for (let at = start; at < end; at += 1) if ((text.charCodeAt(at) & 0xf800) === 0xd800) return true;
  return false;
}
