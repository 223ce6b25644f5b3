import { setMember } from '../canonical.ts';
import { anyType, joinTypes, listType, nullType, type ValueType } from '../value-type.ts';
import type { ListNode, Node, ObjectNode } from '../syntax/nodes.ts';
import { FormulaError } from '../values/formula-error.ts';
import { typeOfValue, type ValueObject } from '../values/value.ts';
import { type Code, constantOperand, type Operand, sumCosts } from './operand.ts';
import type { Locator, Scope } from './scope.ts';

/** `[a, b]`. Constant lists are built once: functions never modify their arguments. */
export function compileList(node: ListNode, scope: Scope): Operand {
  const items = node.items.map((item) => scope.compile(item));
  const type = listType(
    items.length === 0 ? nullType : items.map((item) => item.type).reduce((a, b) => joinTypes(a, b)),
  );
  if (items.every(({ constant }) => constant !== undefined)) {
    const list = items.map(({ constant }) => constant?.value ?? null);
    return { ...constantOperand(type, list), cost: 1 };
  }
  const codes = items.map(({ code }) => code);
  return {
    type,
    cost: sumCosts(items) + items.length + 1,
    code: (record, run) => codes.map((code) => code(record, run) ?? null),
  };
}

/** `{"a": b}`. Names are text; a computed name is evaluated per record. Constant objects are built once. */
export function compileObject(node: ObjectNode, scope: Scope): Operand {
  const entries = node.entries.map((entry) => ({
    key: compileKey(entry.key, scope),
    value: scope.compile(entry.value),
    locate: scope.locator(entry.key),
  }));
  reportRepeated(node, scope);
  const members = new Map<string, ValueType>();
  for (const { key, value } of entries) {
    const name = key.constant?.value;
    if (typeof name === 'string') members.set(name, value.type);
  }
  const isClosed = members.size === entries.length;
  const type: ValueType = { kind: 'object', members, others: isClosed ? undefined : anyType };
  if (isClosed && entries.every(({ value }) => value.constant !== undefined)) {
    const object: ValueObject = {};
    for (const { key, value } of entries) {
      const name = key.constant?.value;
      if (typeof name === 'string') setMember(object, name, value.constant?.value ?? null);
    }
    return { ...constantOperand(type, object), cost: 1 };
  }
  const writers = entries.map(({ key, value, locate }) => compileEntry(key, value.code, locate));
  return {
    type,
    cost: sumCosts(entries.flatMap(({ key, value }) => [key, value])) + entries.length + 1,
    code(record, run) {
      const object: ValueObject = {};
      for (const write of writers) write(object, record, run);
      return object;
    },
  };
}

function compileKey(node: Node, scope: Scope): Operand {
  const key = scope.compile(node);
  if (key.type.kind !== 'string' && key.type.kind !== 'any') {
    scope.report(node, { code: 'type_mismatch', message: 'Member names must be text', expected: 'text' });
  }
  return key;
}

type Writer = (object: ValueObject, ...rest: Parameters<Code>) => void;

function compileEntry(key: Operand, value: Code, locate: Locator): Writer {
  const constant = key.constant?.value;
  if (typeof constant === 'string') {
    return (object, record, run) => setMember(object, constant, value(record, run) ?? null);
  }
  return (object, record, run) => {
    const name = key.code(record, run);
    if (typeof name !== 'string') {
      const message = `Member names must be text; found ${typeOfValue(name)}`;
      throw new FormulaError('type_mismatch', message).placeAt(locate());
    }
    if (Object.hasOwn(object, name)) {
      throw new FormulaError('invalid_argument', 'Duplicate member name').placeAt(locate());
    }
    setMember(object, name, value(record, run) ?? null);
  };
}

function reportRepeated(node: ObjectNode, scope: Scope): void {
  const seen = new Set<unknown>();
  for (const { key } of node.entries) {
    if (key.kind !== 'constant') continue;
    if (seen.has(key.value)) scope.report(key, { code: 'invalid_argument', message: 'Duplicate member name' });
    seen.add(key.value);
  }
}
