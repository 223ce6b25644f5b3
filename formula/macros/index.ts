/**
 * Macros: calls whose arguments are expressions, evaluated with variables that the call declares.
 *
 * @see https://github.com/google/cel-spec/blob/master/doc/langdef.md#macros
 */
import { type Example, example } from '../functions/define.ts';
import { compileBind } from './bind.ts';
import { compileGroupBy } from './group-by.ts';
import { compileHas } from './has.ts';
import { compileLookup } from './lookup.ts';
import type { Macro } from './macro.ts';
import { compileAll, compileExists, compileExistsOne } from './quantifiers.ts';
import { compileSortBy } from './sort-by.ts';
import { compileFilter, compileMap, compileTransformList } from './transform-list.ts';
import { compileTransformMap, compileTransformMapEntry } from './transform-map.ts';
import { compileWindow } from './window.ts';

/** A macro as described to documentation and compiler. */
export interface MacroEntry {
  readonly name: string;
  /** Its syntax. */
  readonly form: string;
  readonly description: string;
  readonly examples: readonly Example[];
  readonly compile: Macro;
}

export const macroEntries: readonly MacroEntry[] = [
  {
    name: 'has',
    form: 'has(a.b)',
    description: 'Whether a field exists, even if it is null.',
    examples: [example('has(name.first)', true, { name: { first: null } }), example('has(name.last)', false)],
    compile: compileHas,
  },
  {
    name: 'all',
    form: 'list.all(x, condition)',
    description:
      'Whether the condition is true for every item, or every member name of an object; two variables as in `transformList`.',
    examples: [example('[1, 2].all(x, x > 0)', true), example('[].all(x, false)', true)],
    compile: compileAll,
  },
  {
    name: 'exists',
    form: 'list.exists(x, condition)',
    description: 'Whether the condition is true for at least one item.',
    examples: [example('[1, 2].exists(x, x > 1)', true), example("{'a': 1}.exists(k, v, k == 'a' && v == 1)", true)],
    compile: compileExists,
  },
  {
    name: 'exists_one',
    form: 'list.exists_one(x, condition)',
    description: 'Whether the condition is true for exactly one item.',
    examples: [example('[1, 2, 3].exists_one(x, x > 1)', false)],
    compile: compileExistsOne,
  },
  {
    name: 'existsOne',
    form: 'list.existsOne(x, condition)',
    description: 'Whether the condition is true for exactly one item.',
    examples: [example('[1, 2].existsOne(x, x > 1)', true)],
    compile: compileExistsOne,
  },
  {
    name: 'map',
    form: 'list.map(x, value)',
    description:
      'Maps each item to a value; `list.map(x, condition, value)` maps only the items that meet the condition.',
    examples: [example('[1, 2].map(x, x * 10)', [10, 20]), example('[1, 2].map(x, x > 1, x * 10)', [20])],
    compile: compileMap,
  },
  {
    name: 'filter',
    form: 'list.filter(x, condition)',
    description: 'The items, or member names of an object, for which the condition is true.',
    examples: [example('[1, 2].filter(x, x > 1)', [2])],
    compile: compileFilter,
  },
  {
    name: 'transformList',
    form: 'list.transformList(i, x, value)',
    description: 'Like `map`, with the position and item of a list, or the name and value of an object member.',
    examples: [example("['a', 'b'].transformList(i, x, x + string(i))", ['a0', 'b1'])],
    compile: compileTransformList,
  },
  {
    name: 'transformMap',
    form: 'object.transformMap(name, x, value)',
    description: 'An object with the same member names and new values.',
    examples: [example("{'a': 1}.transformMap(k, v, v + 1)", { a: 2 })],
    compile: compileTransformMap,
  },
  {
    name: 'transformMapEntry',
    form: 'object.transformMapEntry(name, x, {newName: value})',
    description: 'Builds an object from the members that each item returns; a duplicate name is an error.',
    examples: [example("[{'id': 'a', 'n': 1}].transformMapEntry(i, x, {x.id: x.n})", { a: 1 })],
    compile: compileTransformMapEntry,
  },
  {
    name: 'sortBy',
    form: 'list.sortBy(x, key)',
    description: 'The items sorted by key; items without a key come last.',
    examples: [example("[{'n': 2}, {'n': 1}].sortBy(x, x.n).map(x, x.n)", [1, 2])],
    compile: compileSortBy,
  },
  {
    name: 'groupBy',
    form: 'list.groupBy(x, key)',
    description: 'Groups the items by key into an object of lists; items without a key are skipped.',
    examples: [example("['apple', 'bean', 'ant'].groupBy(x, left(x, 1))", { a: ['apple', 'ant'], b: ['bean'] })],
    compile: compileGroupBy,
  },
  {
    name: 'cel.bind',
    form: 'cel.bind(x, value, expression)',
    description: 'Names a value for the expression, so that it is computed once.',
    examples: [example('cel.bind(x, 2 + 3, x * x)', 25)],
    compile: compileBind,
  },
  {
    name: 'window',
    form: "window('NAME')",
    description:
      'Whether a calendar, given by its name or id, contains this moment. Only conditions of flows can ask: `when` of steps and of branches.',
    examples: [example("window('Office hours')", true, { calendars: { 'Office hours': { open: true } } })],
    compile: compileWindow,
  },
  {
    name: 'lookup',
    form: "lookup('lut_…', key)",
    description: 'Looks up a key in a stored lookup table, given by its id; null if there is no entry.',
    examples: [example("lookup('lut_…', null) ?? 'STAGED'", 'STAGED')],
    compile: compileLookup,
  },
];

export const macros: ReadonlyMap<string, Macro> = new Map(macroEntries.map(({ name, compile }) => [name, compile]));
