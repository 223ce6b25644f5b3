import type { Position } from '../problem.ts';

/** Why evaluation failed for a record. */
export type FormulaErrorCode =
  | 'type_mismatch'
  | 'invalid_argument'
  | 'division_by_zero'
  | 'number_too_large'
  | 'out_of_range'
  | 'fuel_exhausted'
  | 'too_large';

/** Evaluation failed for a record. The message names types and positions, never a value of the record. */
export class FormulaError extends Error {
  readonly code: FormulaErrorCode;
  /** Position in the formula, once it is part of the message. */
  position: Position | undefined;

  constructor(code: FormulaErrorCode, message: string) {
    super(message);
    this.name = 'FormulaError';
    this.code = code;
  }

  /** Adds the position, once: the innermost one known. */
  placeAt(position: Position): this {
    if (this.position !== undefined) return this;
    this.message = `${this.message} (line ${position.line}, column ${position.column}).`;
    this.position = position;
    return this;
  }

  /** Budget errors end the evaluation. Others are ignored if a condition is decided without them. */
  get isFinal(): boolean {
    return this.code === 'fuel_exhausted' || this.code === 'too_large';
  }
}
