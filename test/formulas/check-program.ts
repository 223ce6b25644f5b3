import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../core/json.ts';
import { compileFormula, defaultLimits, FormulaError } from '../../formula/index.ts';

const environment = {
  now: Date.UTC(2026, 10, 21),
  limits: { ...defaultLimits, fuel: 10_000, textLengthMax: 100_000, listLengthMax: 10_000 },
};

export type Outcome = 'value' | 'error' | 'refused';

/**
 * Holds a formula and a record against what must be true of all of them: a value of JSON or a `FormulaError`, the same
 * twice, a record that stays as it was.
 *
 * @throws {Error} where it is not.
 */
export function checkProgram(text: string, record: JsonObject): Outcome {
  const compiled = compileFormula(text);
  if (!compiled.ok) {
    if (compiled.problems.length === 0) throw new Error('Refused without a problem.');
    return 'refused';
  }
  freeze(record);
  const evaluate = (): Json | FormulaError | undefined => {
    try {
      return compiled.formula.evaluate(record, environment);
    } catch (error) {
      if (error instanceof FormulaError) return error;
      throw error;
    }
  };
  const [first, second] = [evaluate(), evaluate()];
  if (first instanceof FormulaError) {
    if (!(second instanceof FormulaError) || second.message !== first.message) throw new Error('Two runs differ.');
    return 'error';
  }
  if (!isDeepStrictEqual(first, second)) throw new Error('Two runs differ.');
  checkJson(first);
  return 'value';
}

/** A change of a frozen record throws. */
function freeze(value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) freeze(member);
  Object.freeze(value);
}

function checkJson(value: unknown): void {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (typeof value !== 'object') throw new Error('A value that is not JSON.');
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) throw new Error('An object that is not plain.');
  for (const member of Object.values(value)) checkJson(member);
}
