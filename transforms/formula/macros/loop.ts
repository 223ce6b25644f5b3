import type { JsonObject } from '../../../core/json.ts';
import { anyType, describeType, joinTypes, numberType, stringType, type ValueType } from '../../value-type.ts';
import type { Code, Operand } from '../compile/operand.ts';
import type { Locator, Scope, Variable } from '../compile/scope.ts';
import type { CallNode, NameNode, Node } from '../syntax/nodes.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Run } from '../values/run.ts';
import { isList, isObject, type Maybe, typeOfValue } from '../values/value.ts';

/** What a loop goes over. */
export interface Range {
  /** Names of the members, for an object. */
  readonly names: readonly string[] | undefined;
  /** Items of a list; of an object its names for one variable, its values for two. */
  readonly values: readonly Maybe[];
}

/**
 * The part that all loops share: the list or object they go over, and their variables. One variable stands for each
 * item of a list or each name of an object; two stand for position and item, or name and value.
 */
export class Loop {
  readonly target: Operand;
  /** Knows the variables. */
  readonly inner: Scope;
  readonly #read: Code;
  readonly #key: Variable | undefined;
  readonly #value: Variable;
  readonly #locate: Locator;

  constructor(target: Operand, inner: Scope, variables: readonly Variable[], value: Variable, locate: Locator) {
    this.target = target;
    this.inner = inner;
    this.#read = target.code;
    this.#key = variables.length === 2 ? variables[0] : undefined;
    this.#value = value;
    this.#locate = locate;
  }

  /** @returns null where there is nothing to go over. @throws {FormulaError} `type_mismatch` */
  open(record: JsonObject, run: Run): Range | null {
    const value = this.#read(record, run);
    if (isList(value)) return { names: undefined, values: value };
    if (value === null || value === undefined) return null;
    if (isObject(value)) {
      const names = Object.keys(value);
      return { names, values: this.#key === undefined ? names : names.map((name) => value[name]) };
    }
    const message = `Expected a list or an object to go over, found ${typeOfValue(value)}`;
    throw new FormulaError('type_mismatch', message).placeAt(this.#locate());
  }

  /** Sets the variables for one turn. */
  set(run: Run, range: Range, turn: number): void {
    if (this.#key !== undefined) run.slots[this.#key.slot] = range.names === undefined ? turn : range.names[turn];
    run.slots[this.#value.slot] = range.values[turn];
  }
}

/** @returns `undefined` where the call has no target, or its first arguments are no names of variables. */
export function openLoop(node: CallNode, scope: Scope, variableCount: 1 | 2): Loop | undefined {
  const names = node.parameters.slice(0, variableCount).filter(isVariableName);
  if (node.target === undefined || names.length !== variableCount) return undefined;
  if (new Set(names.map(({ name }) => name)).size !== names.length) return undefined;
  const target = scope.compile(node.target);
  checkTarget(node.target, target.type, scope);
  const types = typesOfVariables(target.type, variableCount);
  const { inner, variables } = scope.with(names.map(({ name }, i) => ({ name, type: types[i] ?? anyType })));
  const value = variables.at(-1);
  return value && new Loop(target, inner, variables, value, scope.locator(node));
}

function isVariableName(node: Node): node is NameNode {
  return node.kind === 'name' && !node.isAbsolute;
}

function checkTarget(node: Node, type: ValueType, scope: Scope): void {
  if (['list', 'object', 'any', 'null'].includes(type.kind)) return;
  const found = describeType(type);
  const message = `Expected a list or an object to go over, found ${found}`;
  scope.report(node, { code: 'type_mismatch', message, expected: 'a list or an object', found });
}

function typesOfVariables(type: ValueType, count: 1 | 2): ValueType[] {
  if (type.kind === 'list') return count === 1 ? [type.items] : [numberType, type.items];
  if (type.kind !== 'object') return [];
  if (count === 1) return [stringType];
  const types = [...type.members.values(), ...(type.others === undefined ? [] : [type.others])];
  return [stringType, types.length === 0 ? anyType : types.reduce((a, b) => joinTypes(a, b))];
}
