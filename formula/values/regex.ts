import { RE2JS, RE2JSException } from 're2js';
import { FormulaError } from './formula-error.ts';

/**
 * Regular expressions of formulas: RE2, which takes linear time for every pattern and text.
 *
 * `re2js` is RE2 in JavaScript. The native `re2` is some ten times faster but is compiled or downloaded at install, and
 * `re2-wasm` has not been kept since 2021.
 *
 * @see https://github.com/google/re2/wiki/Syntax
 */
const patternLengthMax = 1000;
const cacheMax = 500;
const compiled = new Map<string, RE2JS>();

/** Compiled patterns are cached: nearly all are constants. @throws {FormulaError} `invalid_argument` */
export function compileRegex(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (pattern.length > patternLengthMax) {
    throw new FormulaError('too_large', `Patterns have at most ${patternLengthMax} characters`);
  }
  const regex = compile(pattern);
  const [oldest] = compiled.keys();
  if (compiled.size >= cacheMax && oldest !== undefined) compiled.delete(oldest);
  compiled.set(pattern, regex);
  return regex;
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new FormulaError('invalid_argument', 'The pattern is not a valid RE2 regular expression');
  }
}
