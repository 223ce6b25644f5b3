import type { JsonObject } from '../../core/json.ts';
import type { ValueType } from '../value-type.ts';
import type { Run } from '../values/run.ts';
import type { Maybe } from '../values/value.ts';

/** A compiled expression: gives its value for a record. */
export type Code = (record: JsonObject, run: Run) => Maybe;

/** An expression as the ones around it see it. */
export interface Operand {
  /** What is known of its value before any record is read. */
  type: ValueType;
  code: Code;
  /** Steps that one evaluation takes, apart from loops and long texts, which pay as they go. */
  cost: number;
  /** The value, for an expression that is the same for every record. */
  constant?: { value: Maybe };
  /** The parts of a chain of texts (`a + b + c`), so that a longer one joins them at once. */
  parts?: readonly (string | Code)[];
}

export function constantOperand(type: ValueType, value: Maybe): Operand {
  return { type, code: () => value, cost: 0, constant: { value } };
}

export function sumCosts(operands: readonly Operand[]): number {
  return operands.reduce((sum, { cost }) => sum + cost, 0);
}
