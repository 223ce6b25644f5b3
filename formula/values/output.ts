import type { Json, JsonObject } from '../../core/json.ts';
import { depthMax, setMember } from '../canonical.ts';
import { FormulaError } from './formula-error.ts';
import type { Evaluation } from './evaluation.ts';
import { Special } from './special.ts';
import { isList, type Maybe } from './value.ts';

/**
 * Converts a formula's value to JSON: specials become text, missing values inside lists and objects become null.
 *
 * Every list, member and character is charged, even where parts are shared, so no result exceeds the limits.
 *
 * @throws {FormulaError} `fuel_exhausted`, `too_large`
 */
export function toOutput(value: Maybe, run: Evaluation): Json | undefined {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'string') run.checkText(value.length);
    return value;
  }
  if (value instanceof Special) return String(value);
  return copy(value, run, { textLength: 0 }, 0);
}

function copy(value: Maybe, run: Evaluation, total: { textLength: number }, depth: number): Json {
  run.spend(1);
  if (typeof value === 'string') {
    run.spendLength(value.length);
    total.textLength += value.length;
    if (total.textLength <= run.limits.textLengthMax) return value;
    throw new FormulaError('too_large', `Results contain at most ${run.limits.textLengthMax} characters of text`);
  }
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth === depthMax) throw new FormulaError('too_large', `Results are nested at most ${depthMax} levels deep`);
  if (isList(value)) return value.map((item) => copy(item, run, total, depth + 1));
  if (value instanceof Special) return String(value);
  const object: JsonObject = {};
  for (const name of Object.keys(value)) setMember(object, name, copy(value[name], run, total, depth + 1));
  return object;
}
