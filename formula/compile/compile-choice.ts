import { joinTypes } from '../value-type.ts';
import type { BinaryNode, ConditionalNode } from '../syntax/nodes.ts';
import { checkCondition, refuseCondition } from './compile-logic.ts';
import { type Operand, sumCosts } from './operand.ts';
import type { Scope } from './scope.ts';

/** `test ? positive : negative`; a test without a value counts as not true. */
export function compileConditional(node: ConditionalNode, scope: Scope): Operand {
  const test = checkCondition(node.test, scope.compile(node.test), scope);
  const positive = scope.compile(node.positive);
  const negative = scope.compile(node.negative);
  const [check, yes, no, locate] = [test.code, positive.code, negative.code, scope.locator(node)];
  return {
    type: joinTypes(positive.type, negative.type),
    cost: sumCosts([test, positive, negative]) + 1,
    code(record, run) {
      const decision = check(record, run);
      if (decision === true) return yes(record, run);
      if (decision === false || decision === null || decision === undefined) return no(record, run);
      throw refuseCondition(decision, locate);
    },
  };
}

/** `value ?? other`: what stands in where there is no value. */
export function compileFallback(node: BinaryNode, scope: Scope): Operand {
  const left = scope.compile(node.left);
  const right = scope.compile(node.right);
  const [first, second] = [left.code, right.code];
  return {
    type: joinTypes(left.type, right.type),
    cost: sumCosts([left, right]) + 1,
    code: (record, run) => first(record, run) ?? second(record, run),
  };
}
