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
  /** True once the message says where in the formula it happened. */
  isPlaced = false;

  constructor(code: FormulaErrorCode, message: string) {
    super(message);
    this.name = 'FormulaError';
    this.code = code;
  }

  /** Adds the place, once: the innermost one that is known. */
  placeAt(place: string): this {
    if (!this.isPlaced) this.message = `${this.message} (${place}).`;
    this.isPlaced = true;
    return this;
  }

  /** Errors of a budget end the evaluation; others may lose against what decides a condition without them. */
  get isFinal(): boolean {
    return this.code === 'fuel_exhausted' || this.code === 'too_large';
  }
}
