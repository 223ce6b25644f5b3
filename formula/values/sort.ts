import { compareValues } from './equality.ts';
import type { Evaluation } from './evaluation.ts';
import type { Value } from './value.ts';

/** A sorted copy; equal keys keep their order, items without a key come last. @throws {FormulaError} `type_mismatch` */
export function sortValues<T>(items: readonly T[], keyOf: (item: T) => Value, run: Evaluation): T[] {
  run.spend(Math.ceil(items.length * Math.log2(items.length + 1)));
  return items.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return compareValues(x, y, run);
  });
}
