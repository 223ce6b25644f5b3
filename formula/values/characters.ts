import type { Evaluation } from './evaluation.ts';

/**
 * Texts by character, as CEL counts them: Unicode code points. In text without characters beyond U+FFFF, nearly all
 * text, positions are those of JavaScript, and only the requested part is examined.
 */
const surrogate = /[\uD800-\uDFFF]/;

export function countCharacters(text: string): number {
  return hasSurrogates(text, 0, text.length) ? toCharacters(text).length : text.length;
}

/** The characters from `start` up to `end`, or to the end of the text. */
export function sliceCharacters(text: string, start: number, end: number): string {
  const isPlain = !hasSurrogates(text, 0, Math.min(end, text.length));
  return isPlain ? text.slice(start, end) : toCharacters(text).slice(start, end).join('');
}

/** The characters from `start` up to `end`; `undefined` if the text is shorter. */
export function cutCharacters(text: string, start: number, end: number): string | undefined {
  if (start < 0 || start > end || end > text.length) return undefined;
  if (!hasSurrogates(text, 0, end)) return text.slice(start, end);
  const characters = toCharacters(text);
  return end > characters.length ? undefined : characters.slice(start, end).join('');
}

/** The last characters, at most the given count. */
export function lastCharacters(text: string, count: number): string {
  if (count <= 0) return '';
  const start = Math.max(0, text.length - count);
  return hasSurrogates(text, start, text.length) ? toCharacters(text).slice(-count).join('') : text.slice(start);
}

/** True if the text has at least the given number of characters. */
export function hasCharacters(text: string, count: number): boolean {
  if (count > text.length) return false;
  return !hasSurrogates(text, 0, count) || countCharacters(text) >= count;
}

export function toCharacters(text: string): string[] {
  return Array.from(text);
}

/** The character position of a part, searching from a position; -1 if there is none. */
export function findCharacters(text: string, part: string, from: number, run: Evaluation): number {
  run.spendSearch(text.length, part.length);
  const unit = text.indexOf(part, toUnit(text, from));
  return unit === -1 ? -1 : countCharacters(text.slice(0, unit));
}

/** The last character position of a part, at or before a position. */
export function findLastCharacters(text: string, part: string, from: number | undefined, run: Evaluation): number {
  run.spendSearch(text.length, part.length);
  const unit = text.lastIndexOf(part, from === undefined ? undefined : toUnit(text, from));
  return unit === -1 ? -1 : countCharacters(text.slice(0, unit));
}

function toUnit(text: string, character: number): number {
  return sliceCharacters(text, 0, character).length;
}

/** Short parts are scanned directly: starting a pattern match costs more. */
const shortLength = 24;

function hasSurrogates(text: string, start: number, end: number): boolean {
  if (end - start > shortLength) return surrogate.test(text.slice(start, end));
  for (let at = start; at < end; at += 1) if ((text.charCodeAt(at) & 0xf800) === 0xd800) return true;
  return false;
}
