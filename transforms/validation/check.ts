import type { Json } from '../../core/json.ts';
import type { Segment } from '../../core/paths.ts';

/** A problem of a value, without the value. */
export interface Issue {
  segments: readonly Segment[];
  /** Completes the sentence "the field …". */
  message: string;
}

/** The remaining budget for one record. */
export interface Work {
  /** Steps left: a schema with branches can need very many. */
  steps: number;
  depth: number;
}

export const stepsMax = 100_000;
export const depthMax = 200;

/** Validates a value; returns its problems. @throws {BudgetError} */
export type Check = (value: Json, at: readonly Segment[], work: Work) => Issue[];

/** Validating the record exceeds the budget. */
export class BudgetError extends Error {
  constructor() {
    super('The record is too complex to validate by its schema; simplify the schema.');
    this.name = 'BudgetError';
  }
}

/** Checks a nested value, charging the budget. */
export function descend(check: Check, value: Json, at: readonly Segment[], work: Work): Issue[] {
  work.steps -= 1;
  if (work.steps < 0 || work.depth >= depthMax) throw new BudgetError();
  work.depth += 1;
  const issues = check(value, at, work);
  work.depth -= 1;
  return issues;
}
