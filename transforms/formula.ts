import type { JsonObject } from '../core/json.ts';

/**
 * The seam of the formula language: turns the text of a formula into a closure.
 *
 * Mappings and filters take a compiler as a parameter. Where none is given, a formula is an error at compile time that
 * names the rule, so nothing is stored that could not run.
 */
export type FormulaCompiler = (source: string) => CompiledFormula;

export type CompiledFormula =
  { ok: true; evaluate: (record: JsonObject) => unknown } | { ok: false; message: string; position?: number };
