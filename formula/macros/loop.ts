import type { JsonObject } from '../../core/json.ts';
import { anyType, describeType, joinTypes, numberType, stringType, type ValueType } from '../value-type.ts';
import type { Code, Operand } from '../compile/operand.ts';
import type { Locator, Scope } from '../compile/scope.ts';
import type { CallNode, NameNode, Node } from '../syntax/nodes.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { isList, isObject, type Maybe, typeOfValue } from '../values/value.ts';

/**
 * The common part of all loops: the list or object, and the variables. A single variable is bound to each item of a
 * list or each member name of an object; two are bound to position and item, or name and value.
 */
export class Loop {
  readonly target: Operand;
  /** The scope with the loop variables. */
  readonly inner: Scope;
  readonly #read: Code;
  readonly #value: number;
  readonly #keyed: LoopSlots['keyed'];
  readonly #locate: Locator;

  constructor(target: Operand, inner: Scope, slots: LoopSlots, locate: Locator) {
    this.target = target;
    this.inner = inner;
    this.#read = target.code;
    this.#value = slots.value;
    this.#keyed = slots.keyed;
    this.#locate = locate;
  }

  /** @returns the values of the last variable, one per iteration; null if there is nothing to iterate. */
  open(record: JsonObject, run: Evaluation): readonly Maybe[] | null {
    const value = this.#read(record, run);
    const keyed = this.#keyed;
    if (isList(value)) {
      if (keyed !== undefined) run.slots[keyed.names] = null;
      return value;
    }
    if (value === null || value === undefined) return null;
    if (!isObject(value)) throw this.#refuse(value);
    const names = Object.keys(value);
    run.spendLength(names.length);
    if (keyed === undefined) return names;
    run.slots[keyed.names] = names;
    return names.map((name) => value[name]);
  }

  /** Sets the variables for one iteration over the result of `open`. */
  set(run: Evaluation, values: readonly Maybe[], turn: number): void {
    run.slots[this.#value] = values[turn];
    if (this.#keyed !== undefined) run.slots[this.#keyed.key] = this.nameAt(run, turn) ?? turn;
  }

  /** The member name of an iteration, in a loop of two variables over an object. */
  nameAt(run: Evaluation, turn: number): string | undefined {
    const names = this.#keyed === undefined ? undefined : run.slots[this.#keyed.names];
    const name = isList(names) ? names[turn] : undefined;
    return typeof name === 'string' ? name : undefined;
  }

  #refuse(value: Maybe): FormulaError {
    const message = `Expected a list or an object to iterate, found ${typeOfValue(value)}`;
    return new FormulaError('type_mismatch', message).placeAt(this.#locate());
  }
}

interface LoopSlots {
  value: number;
  /** For loops of two variables: the slot of the first, and one for the member names of the object. */
  keyed: { key: number; names: number } | undefined;
}

/** @returns `undefined` if the call has no target, or its first arguments are not variable names. */
export function openLoop(node: CallNode, scope: Scope, variableCount: 1 | 2): Loop | undefined {
  const names = node.parameters.slice(0, variableCount).filter(isVariableName);
  if (node.target === undefined || names.length !== variableCount) return undefined;
  if (new Set(names.map(({ name }) => name)).size !== names.length) return undefined;
  const target = scope.compile(node.target);
  checkTarget(node.target, target.type, scope);
  const types = typesOfVariables(target.type, variableCount);
  const declared = names.map(({ name }, i) => ({ name, type: types[i] ?? anyType }));
  // Variable names are never empty, so nothing else reads that slot.
  const { inner, variables } = scope.with([...declared, { name: '', type: anyType }]);
  const [first = 0, second = 0, third = 0] = variables.map(({ slot }) => slot);
  const slots =
    variableCount === 1 ? { value: first, keyed: undefined } : { value: second, keyed: { key: first, names: third } };
  return new Loop(target, inner, slots, scope.locator(node));
}

function isVariableName(node: Node): node is NameNode {
  return node.kind === 'name' && !node.isAbsolute;
}

function checkTarget(node: Node, type: ValueType, scope: Scope): void {
  if (['list', 'object', 'any', 'null'].includes(type.kind)) return;
  const found = describeType(type);
  const message = `Expected a list or an object to iterate, found ${found}`;
  scope.report(node, { code: 'type_mismatch', message, expected: 'a list or an object', found });
}

function typesOfVariables(type: ValueType, count: 1 | 2): ValueType[] {
  if (type.kind === 'list') return count === 1 ? [type.items] : [numberType, type.items];
  if (type.kind !== 'object') return [];
  if (count === 1) return [stringType];
  const types = [...type.members.values(), ...(type.others === undefined ? [] : [type.others])];
  return [stringType, types.length === 0 ? anyType : types.reduce((a, b) => joinTypes(a, b))];
}
