/**
 * Texts by character, as CEL counts them: Unicode code points. Texts without characters beyond U+FFFF, nearly all, are
 * handled as they are.
 */
const surrogate = /[\uD800-\uDFFF]/;

export function countCharacters(text: string): number {
  return surrogate.test(text) ? toCharacters(text).length : text.length;
}

export function sliceCharacters(text: string, start: number, end?: number): string {
  return surrogate.test(text) ? toCharacters(text).slice(start, end).join('') : text.slice(start, end);
}

export function toCharacters(text: string): string[] {
  return Array.from(text);
}

/** The position of a part by characters, from a position on; -1 where there is none. */
export function findCharacters(text: string, part: string, from: number): number {
  const unit = text.indexOf(part, toUnit(text, from));
  return unit === -1 ? -1 : countCharacters(text.slice(0, unit));
}

/** The last position of a part by characters, at or before a position. */
export function findLastCharacters(text: string, part: string, from?: number): number {
  const unit = text.lastIndexOf(part, from === undefined ? undefined : toUnit(text, from));
  return unit === -1 ? -1 : countCharacters(text.slice(0, unit));
}

function toUnit(text: string, character: number): number {
  return surrogate.test(text) ? sliceCharacters(text, 0, character).length : character;
}
