import type { JsonObject } from '../../core/json.ts';
import { booleanType, describeType } from '../value-type.ts';
import type { BinaryNode, Node, UnaryNode } from '../syntax/nodes.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { type Maybe, typeOfValue } from '../values/value.ts';
import { type Code, type Operand, sumCosts } from './operand.ts';
import type { Locator, Scope } from './scope.ts';

/**
 * Three-valued logic, as in SQL: no value means "unknown", so `false && x` is false and `true || x` is true whatever x
 * is. As in CEL, a deciding operand decides even if the other one fails.
 *
 * @see https://github.com/google/cel-spec/blob/master/doc/langdef.md#logical-operators
 */
export function compileAnd(node: BinaryNode, scope: Scope): Operand {
  return compileJunction(node, scope, false);
}

export function compileOr(node: BinaryNode, scope: Scope): Operand {
  return compileJunction(node, scope, true);
}

/** `&&` and `||` differ only in the value that decides them. */
function compileJunction(node: BinaryNode, scope: Scope, decisive: boolean): Operand {
  const left = checkCondition(node.left, scope.compile(node.left), scope);
  const right = checkCondition(node.right, scope.compile(node.right), scope);
  const [first, second, locate] = [left.code, right.code, scope.locator(node)];
  return {
    type: booleanType,
    cost: sumCosts([left, right]) + 1,
    code(record, run) {
      let decision: Maybe;
      try {
        decision = first(record, run);
      } catch (error) {
        return outvote(error, decisive, second, record, run);
      }
      if (decision === decisive) return decisive;
      const other = second(record, run);
      if (other === decisive) return decisive;
      if (typeof decision === 'boolean' && typeof other === 'boolean') return !decisive;
      return settle(decision, other, locate);
    },
  };
}

/** The left operand failed; the right one may still decide. */
function outvote(error: unknown, decisive: boolean, second: Code, record: JsonObject, run: Evaluation): boolean {
  if (error instanceof FormulaError && !error.isFinal && second(record, run) === decisive) return decisive;
  throw error;
}

/** Neither operand decides, and at least one is not a boolean. */
function settle(first: Maybe, second: Maybe, locate: Locator): null {
  for (const value of [first, second]) {
    if (value !== null && value !== undefined && typeof value !== 'boolean') throw refuseCondition(value, locate);
  }
  return null;
}

export function compileNot(node: UnaryNode, scope: Scope): Operand {
  const operand = checkCondition(node.operand, scope.compile(node.operand), scope);
  const [read, locate] = [operand.code, scope.locator(node)];
  return {
    type: booleanType,
    cost: operand.cost + 1,
    code(record, run) {
      const value = read(record, run);
      if (typeof value === 'boolean') return !value;
      if (value === null || value === undefined) return null;
      throw refuseCondition(value, locate);
    },
  };
}

/** Reports an operand whose type can never be a boolean. */
export function checkCondition(node: Node, operand: Operand, scope: Scope): Operand {
  const { kind } = operand.type;
  if (kind === 'boolean' || kind === 'any' || kind === 'null') return operand;
  const found = describeType(operand.type);
  const message = `Expected a condition, found ${found}`;
  scope.report(node, { code: 'type_mismatch', message, expected: 'boolean', found });
  return operand;
}

export function refuseCondition(value: Maybe, locate: Locator): FormulaError {
  const message = `Expected a condition, found ${typeOfValue(value)}`;
  return new FormulaError('type_mismatch', message).placeAt(locate());
}
