import type { Position } from '../problem.ts';

/** Why a formula gives no value for a record. */
export type FormulaErrorCode =
  | 'type_mismatch'
  | 'invalid_argument'
  | 'division_by_zero'
  | 'number_too_large'
  | 'out_of_range'
  | 'fuel_exhausted'
  | 'too_large';

/** A formula gives no value for a record. The message names types and places, never a value of the record. */
export class FormulaError extends Error {
  readonly code: FormulaErrorCode;
  /** Where in the formula it happened, once the message says so. */
  position: Position | undefined;

  constructor(code: FormulaErrorCode, message: string) {
    super(message);
    this.name = 'FormulaError';
    this.code = code;
  }

  /** Adds the place, once: the innermost one that is known. */
  placeAt(position: Position): this {
    if (this.position !== undefined) return this;
    this.message = `${this.message} (line ${position.line}, column ${position.column}).`;
    this.position = position;
    return this;
  }

  /** Errors of a budget end the evaluation; others may lose against what decides a condition without them. */
  get isFinal(): boolean {
    return this.code === 'fuel_exhausted' || this.code === 'too_large';
  }
}
