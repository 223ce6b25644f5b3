import { booleanType, nullType, numberType, stringType, type ValueType } from '../value-type.ts';
import type { BinaryNode, Node } from '../syntax/nodes.ts';
import { compileArithmetic } from './compile-arithmetic.ts';
import { compileCall } from './compile-call.ts';
import { compileConditional, compileFallback } from './compile-choice.ts';
import { compileList, compileObject } from './compile-collection.ts';
import { compileEquality, compileMembership, compileOrdering } from './compile-comparison.ts';
import { compileIndex } from './compile-index.ts';
import { compileAnd, compileNot, compileOr } from './compile-logic.ts';
import { compileNegation } from './compile-negation.ts';
import { compilePath } from './compile-path.ts';
import { constantOperand, type Operand } from './operand.ts';
import { toSegment } from './path-steps.ts';
import type { Scope } from './scope.ts';

/**
 * Checks the types of an expression and compiles it to a closure over those of its parts.
 *
 * Problems are collected in the scope; a faulty expression gets the type `any`, so one mistake is reported once.
 */
export function compileNode(node: Node, scope: Scope): Operand {
  switch (node.kind) {
    case 'constant':
      return constantOperand(typeOfConstant(node.value), node.value);
    case 'name':
    case 'select':
      return compilePath(node, scope);
    case 'index':
      return toSegment(node.index) === undefined ? compileIndex(node, scope) : compilePath(node, scope);
    case 'call':
      return compileCall(node, scope);
    case 'list':
      return compileList(node, scope);
    case 'object':
      return compileObject(node, scope);
    case 'conditional':
      return compileConditional(node, scope);
    case 'unary':
      return node.operator === '!' ? compileNot(node, scope) : compileNegation(node, scope);
    case 'binary':
      return compilers[node.operator](node, scope);
  }
}

const compilers: Readonly<Record<BinaryNode['operator'], (node: BinaryNode, scope: Scope) => Operand>> = {
  '+': compileArithmetic,
  '-': compileArithmetic,
  '*': compileArithmetic,
  '/': compileArithmetic,
  '%': compileArithmetic,
  '<': compileOrdering,
  '<=': compileOrdering,
  '>': compileOrdering,
  '>=': compileOrdering,
  '==': compileEquality,
  '!=': compileEquality,
  in: compileMembership,
  '&&': compileAnd,
  '||': compileOr,
  '??': compileFallback,
};

function typeOfConstant(value: null | boolean | number | string): ValueType {
  if (value === null) return nullType;
  if (typeof value === 'string') return stringType;
  return typeof value === 'number' ? numberType : booleanType;
}
