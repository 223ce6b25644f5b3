import type { JsonObject } from '../../core/json.ts';
import { booleanType, describeType } from '../value-type.ts';
import type { BinaryNode, Node, UnaryNode } from '../syntax/nodes.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Run } from '../values/run.ts';
import { type Maybe, typeOfValue } from '../values/value.ts';
import { type Code, type Operand, sumCosts } from './operand.ts';
import type { Locator, Scope } from './scope.ts';

/**
 * Logic with three values, as SQL has it: no value stands for "not known", so `false && x` is false and `true || x` is
 * true whatever x is. As CEL has it, the side that decides does so even when the other one fails.
 *
 * @see https://github.com/google/cel-spec/blob/master/doc/langdef.md#logical-operators
 */
export function compileAnd(node: BinaryNode, scope: Scope): Operand {
  return compileJunction(node, scope, false);
}

export function compileOr(node: BinaryNode, scope: Scope): Operand {
  return compileJunction(node, scope, true);
}

/** Both junctions are the same but for the value that decides them. */
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

/** The left side failed: the right one may decide without it. */
function outvote(error: unknown, decisive: boolean, second: Code, record: JsonObject, run: Run): boolean {
  if (error instanceof FormulaError && !error.isFinal && second(record, run) === decisive) return decisive;
  throw error;
}

/** No side decides, and one of them at least is no boolean. */
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

/** Reports an operand that can never be a condition. */
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
