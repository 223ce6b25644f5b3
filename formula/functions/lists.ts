import { isEqual } from '../values/equality.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { sortValues } from '../values/sort.ts';
import { isList, type Value } from '../values/value.ts';
import { example, type FunctionFamily, overload, parameter } from './define.ts';
import { integer, item, items, list, number, numbers } from './signature.ts';

const values = parameter('list', items);
const other = parameter('other', items);
const count = parameter('count', integer);

/** Finds scalars by a set, other values by comparison. */
class DistinctValues {
  readonly #scalars = new Set<Value>();
  readonly #others: Value[] = [];
  readonly #run: Evaluation;

  constructor(run: Evaluation, start: readonly Value[] = []) {
    this.#run = run;
    for (const value of start) this.add(value);
  }

  has(value: Value): boolean {
    if (typeof value !== 'object' || value === null) return this.#scalars.has(value);
    this.#run.spend(this.#others.length);
    return this.#others.some((one) => isEqual(one, value, this.#run));
  }

  /** @returns false when it was there. */
  add(value: Value): boolean {
    if (this.has(value)) return false;
    if (typeof value !== 'object' || value === null) this.#scalars.add(value);
    else this.#others.push(value);
    return true;
  }
}

function flatten(nested: readonly Value[], depth: number, run: Evaluation): Value[] {
  const flat: Value[] = [];
  for (const one of nested) {
    run.spend(1);
    if (!isList(one) || depth === 0) flat.push(one);
    else for (const inner of flatten(one, depth - 1, run)) flat.push(inner);
  }
  return flat;
}

/** Functions over lists; `map`, `filter`, `all`, `exists`, `sortBy` and `groupBy` are macros. */
export const lists: FunctionFamily = {
  name: 'Lists',
  functions: [
    {
      name: 'first',
      description: 'The first item; null if the list is empty.',
      overloads: [overload([values], item, (all) => all[0] ?? null)],
      examples: [example('first([1, 2])', 1), example('[].first()', null)],
    },
    {
      name: 'last',
      description: 'The last item; null if the list is empty.',
      overloads: [overload([values], item, (all) => all.at(-1) ?? null)],
      examples: [example('last([1, 2])', 2)],
    },
    {
      name: 'take',
      description: 'The first items, at most the given count.',
      overloads: [overload([values, count], items, (all, n) => all.slice(0, Math.max(0, n)))],
      examples: [example('take([1, 2, 3], 2)', [1, 2])],
    },
    {
      name: 'drop',
      description: 'The items after skipping the given count.',
      overloads: [overload([values, count], items, (all, n) => all.slice(Math.max(0, n)))],
      examples: [example('drop([1, 2, 3], 2)', [3])],
    },
    {
      name: 'slice',
      description: 'The items from a position up to, not including, another; negative positions count from the end.',
      overloads: [
        overload([values, parameter('start', integer), parameter('end', integer)], items, (all, start, end) =>
          all.slice(start, end),
        ),
      ],
      examples: [example('slice([1, 2, 3], 0, 2)', [1, 2]), example('slice([1, 2, 3], 1, -1)', [2])],
    },
    {
      name: 'distinct',
      description: 'The distinct items, in order of first occurrence.',
      overloads: [
        overload([values], items, (all, run) => {
          const seen = new DistinctValues(run);
          return all.filter((one) => seen.add(one));
        }),
      ],
      examples: [example('distinct([1, 2, 1, {"a": 1}, {"a": 1}])', [1, 2, { a: 1 }])],
    },
    {
      name: 'compact',
      description: 'The items that are not null.',
      overloads: [overload([values], items, (all) => all.filter((one) => one !== null))],
      examples: [example('compact([1, null, 2])', [1, 2])],
    },
    {
      name: 'sort',
      description: 'The items sorted: numbers, texts by UTF-16 code unit, or timestamps; null comes last.',
      overloads: [overload([values], items, (all, run) => sortValues(all, (one) => one, run))],
      examples: [example('sort([3, 1, null, 2])', [1, 2, 3, null])],
    },
    {
      name: 'flatten',
      description: 'Flattens nested lists by one level, or by the given number of levels.',
      overloads: [
        overload([parameter('list', list)], list, (all, run) => flatten(all, 1, run)),
        overload([parameter('list', list), parameter('levels', integer)], list, (all, levels, run) => {
          if (levels < 0 || levels > 50) throw new FormulaError('out_of_range', 'The number of levels must be 0 to 50');
          return flatten(all, levels, run);
        }),
      ],
      examples: [example('flatten([1, [2, [3]]])', [1, 2, [3]]), example('flatten([1, [2, [3]]], 2)', [1, 2, 3])],
    },
    {
      name: 'union',
      description: 'The distinct items of both lists.',
      overloads: [
        overload([values, other], items, (a, b, run) => {
          const seen = new DistinctValues(run);
          return [...a, ...b].filter((one) => seen.add(one));
        }),
      ],
      examples: [example('union([1, 2], [2, 3])', [1, 2, 3])],
    },
    {
      name: 'intersect',
      description: 'The distinct items that are in both lists.',
      overloads: [
        overload([values, other], items, (a, b, run) => {
          const [wanted, seen] = [new DistinctValues(run, b), new DistinctValues(run)];
          return a.filter((one) => wanted.has(one) && seen.add(one));
        }),
      ],
      examples: [example('intersect([1, 2, 2], [2, 3])', [2])],
    },
    {
      name: 'difference',
      description: 'The items of a list that are not in the other.',
      overloads: [
        overload([values, other], items, (a, b, run) => {
          const left = new DistinctValues(run, b);
          return a.filter((one) => !left.has(one));
        }),
      ],
      examples: [example('difference([1, 2, 3], [2])', [1, 3])],
    },
    {
      name: 'chunk',
      description: 'Splits a list into chunks of the given size.',
      overloads: [
        overload([values, parameter('size', integer)], list, (all, size) => {
          if (size < 1) throw new FormulaError('out_of_range', 'The chunk size must be 1 or more');
          return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
        }),
      ],
      examples: [example('chunk([1, 2, 3], 2)', [[1, 2], [3]])],
    },
    {
      name: 'zip',
      description: 'Pairs the items of two lists, up to the shorter length.',
      overloads: [
        overload([parameter('list', list), parameter('other', list)], list, (a, b) =>
          a.slice(0, b.length).map((one, i) => [one, b[i] ?? null]),
        ),
      ],
      examples: [
        example("zip([1, 2], ['a', 'b'])", [
          [1, 'a'],
          [2, 'b'],
        ]),
      ],
    },
    {
      name: 'range',
      description: 'The whole numbers from 0 up to, not including, a number.',
      overloads: [
        overload([parameter('count', integer)], numbers, (length, run) => {
          if (length < 0) throw new FormulaError('out_of_range', 'The end of a range must be 0 or more');
          run.checkList(length);
          return Array.from({ length }, (_, i) => i);
        }),
      ],
      examples: [example('range(3)', [0, 1, 2])],
    },
    {
      name: 'lists.range',
      description: 'The whole numbers from 0 up to, not including, a number.',
      overloads: [
        overload([parameter('count', integer)], numbers, (length, run) => {
          run.checkList(length);
          return Array.from({ length: Math.max(0, length) }, (_, i) => i);
        }),
      ],
      examples: [example('lists.range(2)', [0, 1])],
    },
    {
      name: 'count',
      description: 'Counts how often an item is in a list.',
      overloads: [
        overload([values, parameter('item', item)], number, (all, wanted, run) => {
          return all.filter((one) => isEqual(one, wanted, run)).length;
        }),
      ],
      examples: [example("count(['a', 'b', 'a'], 'a')", 2)],
    },
  ],
};
