import { setMember } from '../canonical.ts';
import { type ObjectType, type ValueType } from '../value-type.ts';
import { listType } from '../value-type.ts';
import { FormulaError } from '../values/formula-error.ts';
import { typeOfValue, type Value, type ValueObject } from '../values/value.ts';
import { openLoop } from './loop.ts';
import { type Macro, refuseForm } from './macro.ts';

/** `list.groupBy(x, key)`: an object of lists, by each item's key text; items without a key are skipped. */
export const compileGroupBy: Macro = (node, scope) => {
  const [, key, ...rest] = node.parameters;
  const loop = key !== undefined && rest.length === 0 ? openLoop(node, scope, 1) : undefined;
  if (loop === undefined || key === undefined) return refuseForm(node, scope, 'list.groupBy(x, key)');
  const { code, cost } = loop.inner.compile(key);
  const locate = scope.locator(key);
  return {
    type: groupsOf(loop.target.type),
    cost: loop.target.cost + 1,
    code(record, run) {
      const values = loop.open(record, run);
      if (values === null) return null;
      run.spend(values.length * (cost + 1));
      const groups = new Map<string, Value[]>();
      for (let turn = 0; turn < values.length; turn += 1) {
        loop.set(run, values, turn);
        const name = code(record, run);
        if (name === null || name === undefined) continue;
        if (typeof name !== 'string') {
          const message = `Group keys must be text, found ${typeOfValue(name)}`;
          throw new FormulaError('type_mismatch', message).placeAt(locate());
        }
        const group = groups.get(name) ?? [];
        groups.set(name, group);
        group.push(values[turn] ?? null);
      }
      const object: ValueObject = {};
      for (const [name, group] of groups) setMember(object, name, group);
      return object;
    },
  };
};

function groupsOf(type: ValueType): ObjectType {
  return { kind: 'object', members: new Map(), others: type.kind === 'list' ? type : listType({ kind: 'any' }) };
}
