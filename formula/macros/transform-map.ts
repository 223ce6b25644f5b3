import { setMember } from '../canonical.ts';
import { describeType, openObjectType } from '../value-type.ts';
import type { Code, Operand } from '../compile/operand.ts';
import type { Locator, Scope } from '../compile/scope.ts';
import type { CallNode } from '../syntax/nodes.ts';
import { FormulaError } from '../values/formula-error.ts';
import { isObject, type Maybe, typeOfValue, type ValueObject } from '../values/value.ts';
import { openLoop } from './loop.ts';
import { type Macro, refuseForm } from './macro.ts';
import { compileSelection, isIncluded } from './selection.ts';

/** Adds the result of one iteration to the resulting object. */
type Add = (object: ValueObject, name: string | undefined, value: Maybe, locate: Locator) => void;

/** `object.transformMap(name, x, value)`: an object with the same names and new values. */
export const compileTransformMap: Macro = (node, scope) =>
  compileObjectLoop(node, scope, (object, name, value, locate) => {
    if (name === undefined) {
      const message =
        'Member names must be text: `transformMap` accepts objects only; use `transformMapEntry` for lists';
      throw new FormulaError('type_mismatch', message).placeAt(locate());
    }
    setMember(object, name, value ?? null);
  });

/** `object.transformMapEntry(name, x, {newName: value})`: an object of the members that each iteration returns. */
export const compileTransformMapEntry: Macro = (node, scope) =>
  compileObjectLoop(node, scope, (object, _, value, locate) => {
    if (!isObject(value)) {
      const message = `Expected an object of new members, found ${typeOfValue(value)}`;
      throw new FormulaError('type_mismatch', message).placeAt(locate());
    }
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(object, name)) {
        throw new FormulaError('invalid_argument', 'Duplicate member name: two items produce the same one').placeAt(
          locate(),
        );
      }
      setMember(object, name, value[name] ?? null);
    }
  });

function compileObjectLoop(node: CallNode, scope: Scope, add: Add): Operand {
  const [, , third, fourth, ...rest] = node.parameters;
  const loop = third !== undefined && rest.length === 0 ? openLoop(node, scope, 2) : undefined;
  if (loop === undefined || third === undefined) {
    return refuseForm(
      node,
      scope,
      `object.${node.name}(name, x, value)`,
      `object.${node.name}(name, x, condition, value)`,
    );
  }
  const selection = compileSelection(fourth === undefined ? undefined : third, loop, scope);
  const { test } = selection;
  const body = loop.inner.compile(fourth ?? third);
  checkEntry(node, body, scope);
  const turnCost = selection.cost + body.cost + 1;
  const [evaluate, locate] = [body.code, scope.locator(node)];
  const code: Code = (record, run) => {
    const values = loop.open(record, run);
    if (values === null) return null;
    const object: ValueObject = {};
    run.spend(values.length * turnCost);
    for (let turn = 0; turn < values.length; turn += 1) {
      loop.set(run, values, turn);
      if (!isIncluded(test(record, run), selection.locate)) continue;
      const value = evaluate(record, run);
      if (isObject(value)) run.spendLength(Object.keys(value).length);
      add(object, loop.nameAt(run, turn), value, locate);
    }
    return object;
  };
  return { type: openObjectType, cost: loop.target.cost + 1, code };
}

function checkEntry(node: CallNode, { type }: Operand, scope: Scope): void {
  if (node.name !== 'transformMapEntry' || ['object', 'any', 'null'].includes(type.kind)) return;
  const found = describeType(type);
  const message = `Expected an object of new members, found ${found}`;
  scope.report(node, { code: 'type_mismatch', message, expected: 'object', found });
}
