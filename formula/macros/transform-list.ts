import { listType, stringType, type ValueType } from '../value-type.ts';
import type { Operand } from '../compile/operand.ts';
import type { Scope } from '../compile/scope.ts';
import type { CallNode, Node } from '../syntax/nodes.ts';
import type { Value } from '../values/value.ts';
import { type Loop, openLoop } from './loop.ts';
import { type Macro, refuseForm } from './macro.ts';
import { compileSelection, isIncluded } from './selection.ts';

/** `list.map(x, value)`, `list.map(x, condition, value)`. */
export const compileMap: Macro = (node, scope) => {
  const [, second, third, ...rest] = node.parameters;
  const loop = second !== undefined && rest.length === 0 ? openLoop(node, scope, 1) : undefined;
  if (loop === undefined || second === undefined) {
    return refuseForm(node, scope, 'list.map(x, value)', 'list.map(x, condition, value)');
  }
  return third === undefined ? transform(loop, undefined, second, scope) : transform(loop, second, third, scope);
};

/** `object.transformList(name, x, value)`, `list.transformList(i, x, condition, value)`. */
export const compileTransformList: Macro = (node, scope) => {
  const [, , third, fourth, ...rest] = node.parameters;
  const loop = third !== undefined && rest.length === 0 ? openLoop(node, scope, 2) : undefined;
  if (loop === undefined || third === undefined) {
    return refuseForm(node, scope, 'list.transformList(i, x, value)', 'list.transformList(i, x, condition, value)');
  }
  return fourth === undefined ? transform(loop, undefined, third, scope) : transform(loop, third, fourth, scope);
};

function transform(loop: Loop, condition: Node | undefined, body: Node, scope: Scope): Operand {
  const { cost: testCost, test, locate } = compileSelection(condition, loop, scope);
  const { type, code, cost } = loop.inner.compile(body);
  const turnCost = testCost + cost + 1;
  return {
    type: listType(type),
    cost: loop.target.cost + 1,
    code(record, run) {
      const values = loop.open(record, run);
      if (values === null) return null;
      const list: Value[] = [];
      run.spend(values.length * turnCost);
      for (let turn = 0; turn < values.length; turn += 1) {
        loop.set(run, values, turn);
        if (isIncluded(test(record, run), locate)) list.push(code(record, run) ?? null);
      }
      return list;
    },
  };
}

/** `list.filter(x, condition)`: the items, or the names of an object, for which the condition is true. */
export const compileFilter: Macro = (node: CallNode, scope) => {
  const [, condition, ...rest] = node.parameters;
  const loop = condition !== undefined && rest.length === 0 ? openLoop(node, scope, 1) : undefined;
  if (loop === undefined) return refuseForm(node, scope, 'list.filter(x, condition)');
  const { cost: testCost, test, locate } = compileSelection(condition, loop, scope);
  const turnCost = testCost + 1;
  return {
    type: typeOfFiltered(loop.target.type),
    cost: loop.target.cost + 1,
    code(record, run) {
      const values = loop.open(record, run);
      if (values === null) return null;
      const kept: Value[] = [];
      run.spend(values.length * turnCost);
      for (let turn = 0; turn < values.length; turn += 1) {
        loop.set(run, values, turn);
        if (isIncluded(test(record, run), locate)) kept.push(values[turn] ?? null);
      }
      return kept;
    },
  };
};

function typeOfFiltered(type: ValueType): ValueType {
  return type.kind === 'object' ? listType(stringType) : type;
}
