import type { Json } from '../json.ts';

/**
 * Reads JSON text without losing digits. `JSON.parse` makes a double of every number: 9007199254740993 becomes
 * 9007199254740992, without a word.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-6
 */

/**
 * Parses JSON text. Numbers that would lose digits (long ids, above all) become texts, as they are written.
 *
 * So do all whole numbers beyond 2^53, also those that a double happens to keep: ids of one field stay of one type.
 *
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseJson(text: string): Json {
  const value = parseMarked(text, (source) => source);
  return isParsed(value) ? value : null;
}

/**
 * The same, with something else in the place of such numbers.
 *
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseMarked(text: string, mark: (source: string) => unknown): unknown {
  if (!hasLongNumber(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    return typeof value !== 'number' || source === undefined || isKept(source, value) ? value : mark(source);
  });
}

/** Whether a number is the value of the decimal text that it was read from, digit by digit. */
export function keepsDigits(text: string, number: number): boolean {
  return Number.isFinite(number) && (text === String(number) || toDigits(text) === toDigits(String(number)));
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text is what `parseJson` makes of a number that would lose digits. */
export function isLongNumber(text: string): boolean {
  return text.length >= longNumber && jsonNumber.test(text) && !isKept(text, Number(text));
}

const fractionOrExponent = /[.eE]/;

function isKept(source: string, value: number): boolean {
  return keepsDigits(source, value) && (Number.isSafeInteger(value) || fractionOrExponent.test(source));
}

const decimalPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** The value of decimal text as its significant digits and their exponent: equal values have equal text. */
function toDigits(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = decimalPattern.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  // No pattern: it would try every zero of a long row that something follows.
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const significant = digits.slice(0, end);
  if (significant === '') return '0';
  const shift = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign === '-' ? '-' : ''}${significant}e${shift}`;
}

/** Shorter numbers always keep their digits, so that most texts are parsed without a look at each value. */
const longNumber = 16;

/** Looks at every sixteenth character, and around it only where that is part of a number: far quicker than a pattern. */
function hasLongNumber(text: string): boolean {
  for (let at = longNumber - 1; at < text.length;) {
    if (!isNumeral(text, at)) {
      at += longNumber;
      continue;
    }
    let start = at;
    while (isNumeral(text, start - 1)) start -= 1;
    let end = at;
    while (isNumeral(text, end + 1)) end += 1;
    if (end - start + 1 >= longNumber) return true;
    at = end + 1 + longNumber;
  }
  return false;
}

/** A digit or a point (or a slash, which lies between them and does no harm). */
function isNumeral(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x2e && code <= 0x39;
}

/** Guarantee: `JSON.parse` gives JSON values only, and texts stand for some numbers. */
function isParsed(value: unknown): value is Json {
  return value !== undefined;
}
