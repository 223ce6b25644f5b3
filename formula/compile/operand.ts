import type { JsonObject } from '../../core/json.ts';
import type { ValueType } from '../value-type.ts';
import type { Evaluation } from '../values/evaluation.ts';
import type { Maybe } from '../values/value.ts';

/** A compiled expression: evaluates to a value for a record. */
export type Code = (record: JsonObject, run: Evaluation) => Maybe;

/** A compiled expression with what its parent needs to know. */
export interface Operand {
  /** Static type of its value. */
  type: ValueType;
  code: Code;
  /** Static cost of one evaluation in steps; loops and long texts are charged as they run. */
  cost: number;
  /** The value of a constant expression. */
  constant?: { value: Maybe };
  /** The parts of a text concatenation (`a + b + c`), so that a longer chain joins them all at once. */
  parts?: readonly (string | Code)[];
}

export function constantOperand(type: ValueType, value: Maybe): Operand {
  return { type, code: () => value, cost: 0, constant: { value } };
}

export function sumCosts(operands: readonly Operand[]): number {
  return operands.reduce((sum, { cost }) => sum + cost, 0);
}
