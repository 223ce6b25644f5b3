import type { Json } from '../../core/json.ts';
import type { Segment } from '../../core/paths.ts';

/** What is wrong with a value, without the value. */
export interface Issue {
  segments: readonly Segment[];
  /** Ends the sentence "the field …". */
  message: string;
}

/** The work on one record. */
export interface Work {
  /** Steps left; a schema that branches can take more than a record is worth. */
  steps: number;
  depth: number;
}

export const stepsMax = 100_000;
export const depthMax = 200;

/** Tells what is wrong with a value; nothing where all is well. @throws {BudgetError} */
export type Check = (value: Json, at: readonly Segment[], work: Work) => Issue[];

/** The record would take more work than one may. */
export class BudgetError extends Error {
  constructor() {
    super('The record takes too much work to validate.');
    this.name = 'BudgetError';
  }
}

/** Checks one level below, and pays for it. */
export function descend(check: Check, value: Json, at: readonly Segment[], work: Work): Issue[] {
  work.steps -= 1;
  if (work.steps < 0 || work.depth >= depthMax) throw new BudgetError();
  work.depth += 1;
  const issues = check(value, at, work);
  work.depth -= 1;
  return issues;
}
