import { Decimal } from './decimal.ts';
import { FormulaError } from './formula-error.ts';
import type { Evaluation } from './evaluation.ts';
import { toText } from './to-text.ts';
import { isList, isObject, type Maybe, typeOfValue } from './value.ts';

const clause = /%(%|(?:\.(\d{1,3}))?([a-zA-Z]?))/g;
const placesMax = 30;

/**
 * Formats values into a text: `%s` any value, `%d` whole number, `%.2f` fixed point, `%e` scientific, `%b` binary, `%o`
 * octal, `%x` hexadecimal, `%%` a percent sign.
 *
 * @see https://github.com/google/cel-go/tree/master/ext#format
 */
export function formatText(pattern: string, values: readonly Maybe[], run: Evaluation): string {
  let used = 0;
  const result = pattern.replace(clause, (_, all: string, places: string | undefined, letter: string) => {
    if (all === '%') return '%';
    if (used >= values.length)
      throw new FormulaError('invalid_argument', 'The pattern has more clauses than there are values');
    const written = writeValue(values[used] ?? null, letter, places === undefined ? 6 : Number(places), run);
    run.checkText(written.length);
    used += 1;
    return written;
  });
  run.checkText(result.length);
  return result;
}

function writeValue(value: Maybe, letter: string, places: number, run: Evaluation): string {
  if (letter === 's') return writeAny(value, run);
  if (letter === 'x' || letter === 'X') {
    const digits = typeof value === 'string' ? toHex(value) : writeWhole(value, 16);
    return letter === 'X' ? digits.toUpperCase() : digits;
  }
  if (letter === 'b') return typeof value === 'boolean' ? String(Number(value)) : writeWhole(value, 2);
  if (letter === 'o') return writeWhole(value, 8);
  if (letter === 'd') return writeWhole(value, 10);
  if (letter !== 'f' && letter !== 'e') {
    throw new FormulaError('invalid_argument', 'Unknown clause in the pattern; supported: %s %d %f %e %b %o %x %X %%');
  }
  if (typeof value !== 'number') throw mismatch('a number', value);
  if (places > placesMax) throw new FormulaError('out_of_range', `Decimal places must be 0 to ${placesMax}`);
  if (letter === 'f') return Decimal.fromNumber(value).round(places, 'half_even').toString();
  return value.toExponential(places).replace(/e([+-])(\d)$/, 'e$10$2');
}

function writeWhole(value: Maybe, base: number): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value.toString(base);
  throw mismatch('a whole number', value);
}

function writeAny(value: Maybe, run: Evaluation): string {
  run.spend(1);
  if (value === null || value === undefined) return 'null';
  if (isList(value)) return `[${value.map((item) => writeAny(item, run)).join(', ')}]`;
  if (!isObject(value)) return toText(value);
  const members = Object.keys(value).toSorted();
  return `{${members.map((name) => `${name}: ${writeAny(value[name], run)}`).join(', ')}}`;
}

function toHex(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function mismatch(expected: string, value: Maybe): FormulaError {
  return new FormulaError('type_mismatch', `A clause of the pattern requires ${expected}, found ${typeOfValue(value)}`);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);

/** Formats a text as a literal of the language. */
export function quoteText(text: string): string {
  return `"${Array.from(text.toWellFormed(), (character) => escapes.get(character) ?? character).join('')}"`;
}
