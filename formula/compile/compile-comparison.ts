import { isLongNumber } from '../../core/json/json-text.ts';
import { booleanType, describeType, mayShareValues, type ValueType } from '../value-type.ts';
import type { BinaryNode, OrderingOperator } from '../syntax/nodes.ts';
import { compareValues, isEqual } from '../values/equality.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { isList, isObject, type Maybe, typeOfValue, type Value } from '../values/value.ts';
import { type Code, type Operand, sumCosts } from './operand.ts';
import type { Locator, Scope } from './scope.ts';

/** `==` and `!=`: always true or false; null equals only null. */
export function compileEquality(node: BinaryNode, scope: Scope): Operand {
  const left = scope.compile(node.left);
  const right = scope.compile(node.right);
  const fits = areComparable(left.type, right.type) || isLongNumberOf(left, right) || isLongNumberOf(right, left);
  if (!fits) reportTypes(node, left.type, right.type, 'never equal', scope);
  const code = compileEqual(left, right);
  return {
    type: booleanType,
    cost: sumCosts([left, right]) + 1,
    code: node.operator === '==' ? code : (record, run) => code(record, run) === false,
  };
}

function compileEqual(left: Operand, right: Operand): Code {
  const [a, b] = [left.code, right.code];
  const constant = right.constant?.value;
  if (typeof constant === 'string' || typeof constant === 'boolean')
    return (record, run) => a(record, run) === constant;
  if (right.constant !== undefined && (constant === null || constant === undefined)) {
    return (record, run) => {
      const value = a(record, run);
      return value === null || value === undefined;
    };
  }
  return (record, run) => {
    const x = a(record, run);
    const y = b(record, run);
    return typeof x === 'number' && typeof y === 'number' ? x === y : isEqual(x, y, run);
  };
}

/** Numbers and decimals are compared by value. */
function areComparable(a: ValueType, b: ValueType): boolean {
  return mayShareValues(a, b) || (isNumeric(a) && isNumeric(b));
}

/** Records hold numbers that a double cannot represent as text, whatever type the schema declares. */
function isLongNumberOf(field: Operand, { constant }: Operand): boolean {
  const value = constant?.value;
  if (field.type.kind !== 'number') return false;
  const listed = isList(value) ? value : [value];
  return listed.length > 0 && listed.every((item) => typeof item === 'string' && isLongNumber(item));
}

function isNumeric({ kind }: ValueType): boolean {
  return kind === 'number' || kind === 'decimal';
}

/** Applies an operator to numbers; for other types, to the sign of their order and 0. */
function holds(operator: OrderingOperator, a: number, b: number): boolean {
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
}

/** `<`, `<=`, `>`, `>=`: null if an operand has no value. */
export function compileOrdering(node: BinaryNode, scope: Scope): Operand {
  const left = scope.compile(node.left);
  const right = scope.compile(node.right);
  const { operator } = node;
  if (!isOrdered(left.type) || !isOrdered(right.type) || !areComparable(left.type, right.type)) {
    reportTypes(node, left.type, right.type, 'without an order', scope);
  }
  const [a, b, locate] = [left.code, right.code, scope.locator(node)];
  const name: OrderingOperator = operator === '<' || operator === '<=' || operator === '>' ? operator : '>=';
  const bound = right.constant?.value;
  return {
    type: booleanType,
    cost: sumCosts([left, right]) + 1,
    code(record, run) {
      const x = a(record, run);
      const y = bound === undefined ? b(record, run) : bound;
      if (typeof x === 'number' && typeof y === 'number') return holds(name, x, y);
      if (x === null || x === undefined || y === null || y === undefined) return null;
      return holds(name, order(x, y, run, locate), 0);
    },
  };
}

function isOrdered({ kind }: ValueType): boolean {
  return kind !== 'list' && kind !== 'object';
}

function order(a: Value, b: Value, run: Evaluation, locate: Locator): number {
  try {
    return compareValues(a, b, run);
  } catch (error) {
    throw error instanceof FormulaError ? error.placeAt(locate()) : error;
  }
}

/** `item in list`, `"name" in object`. */
export function compileMembership(node: BinaryNode, scope: Scope): Operand {
  const left = scope.compile(node.left);
  const right = scope.compile(node.right);
  const { type } = right;
  const fits =
    type.kind === 'list'
      ? areComparable(left.type, type.items) || isLongNumberOf(left, right)
      : mayShareValues(left.type, { kind: 'string' });
  const isContainer = ['list', 'object', 'any', 'null'].includes(type.kind);
  if (!isContainer || (type.kind !== 'any' && !fits)) reportTypes(node, left.type, type, 'never true', scope);
  const [find, read, locate] = [left.code, right.code, scope.locator(node)];
  const texts = toTexts(right.constant?.value);
  const cost = sumCosts([left, right]) + 1;
  if (texts !== undefined) {
    return {
      type: booleanType,
      cost,
      code(record, run) {
        const item = find(record, run);
        return item === null || item === undefined ? null : typeof item === 'string' && texts.has(item);
      },
    };
  }
  return { type: booleanType, cost, code: (record, run) => isIn(find(record, run), read(record, run), run, locate) };
}

/** Constant lists of texts, the most common case, use a set. */
function toTexts(list: Maybe): ReadonlySet<string> | undefined {
  if (!isList(list) || list.length === 0) return undefined;
  const texts = list.filter((item) => typeof item === 'string');
  return texts.length === list.length ? new Set(texts) : undefined;
}

function isIn(item: Maybe, container: Maybe, run: Evaluation, locate: Locator): boolean | null {
  if (container === null || container === undefined) return null;
  if (isList(container)) {
    run.spend(container.length);
    return container.some((candidate) => isEqual(item, candidate, run));
  }
  if (item === null || item === undefined) return null;
  if (isObject(container)) return typeof item === 'string' && Object.hasOwn(container, item);
  const message = `Expected a list or an object after \`in\`, found ${typeOfValue(container)}`;
  throw new FormulaError('type_mismatch', message).placeAt(locate());
}

function reportTypes(node: BinaryNode, a: ValueType, b: ValueType, verdict: string, scope: Scope): void {
  const found = `${describeType(a)} and ${describeType(b)}`;
  scope.report(node, { code: 'type_mismatch', message: `${found} are ${verdict}`, found });
}
