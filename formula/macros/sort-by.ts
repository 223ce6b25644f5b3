import { sortValues } from '../values/sort.ts';
import type { Value } from '../values/value.ts';
import { FormulaError } from '../values/formula-error.ts';
import { openLoop } from './loop.ts';
import { type Macro, refuseForm } from './macro.ts';

/** `list.sortBy(x, key)`: the items sorted by key; items without a key come last. */
export const compileSortBy: Macro = (node, scope) => {
  const [, key, ...rest] = node.parameters;
  const loop = key !== undefined && rest.length === 0 ? openLoop(node, scope, 1) : undefined;
  if (loop === undefined || key === undefined) return refuseForm(node, scope, 'list.sortBy(x, key)');
  const { code, cost } = loop.inner.compile(key);
  const locate = scope.locator(node);
  return {
    type: loop.target.type,
    cost: loop.target.cost + 1,
    code(record, run) {
      const values = loop.open(record, run);
      if (values === null) return null;
      run.spend(values.length * (cost + 1));
      const entries: { key: Value; value: Value }[] = [];
      for (let turn = 0; turn < values.length; turn += 1) {
        loop.set(run, values, turn);
        entries.push({ key: code(record, run) ?? null, value: values[turn] ?? null });
      }
      try {
        return sortValues(entries, (entry) => entry.key, run).map(({ value }) => value);
      } catch (error) {
        throw error instanceof FormulaError ? error.placeAt(locate()) : error;
      }
    },
  };
};
