import { anyType, describeType, type ValueType } from '../value-type.ts';
import type { IndexNode } from '../syntax/nodes.ts';
import { FormulaError } from '../values/formula-error.ts';
import { isList, isObject, type Maybe, readMember, typeOfValue } from '../values/value.ts';
import { type Operand, sumCosts } from './operand.ts';
import type { Scope } from './scope.ts';

/** `target[index]` with a position or a name computed per record. */
export function compileIndex(node: IndexNode, scope: Scope): Operand {
  const target = scope.compile(node.target);
  const index = scope.compile(node.index);
  const [read, choose, locate] = [target.code, index.code, scope.locator(node)];
  return {
    type: checkIndex(node, target.type, index.type, scope),
    cost: sumCosts([target, index]) + 1,
    code(record, run) {
      const value = read(record, run);
      const segment = choose(record, run);
      if (value === null || value === undefined || segment === null || segment === undefined) return null;
      if (isIndex(value, segment)) return readMember(value, segment);
      const message = `Cannot index ${typeOfValue(value)} by ${typeOfValue(segment)}`;
      throw new FormulaError('type_mismatch', message).placeAt(locate());
    },
  };
}

function isIndex(value: Maybe, segment: Maybe): segment is string | number {
  if (isList(value)) return typeof segment === 'number' && Number.isInteger(segment);
  return typeof segment === 'string' && isObject(value);
}

function checkIndex(node: IndexNode, target: ValueType, index: ValueType, scope: Scope): ValueType {
  const isOpen = index.kind === 'any' || index.kind === 'null';
  if (target.kind === 'list' && (isOpen || index.kind === 'number')) return target.items;
  if (target.kind === 'object' && (isOpen || index.kind === 'string')) return anyType;
  if (target.kind === 'any' || target.kind === 'null') return anyType;
  const expected = target.kind === 'list' ? 'a number' : 'a list with a number, or an object with text';
  const found = `${describeType(target)} with ${describeType(index)}`;
  const message = `Expected ${expected} as the index, found ${found}`;
  scope.report(node, { code: 'type_mismatch', message, expected, found });
  return anyType;
}
