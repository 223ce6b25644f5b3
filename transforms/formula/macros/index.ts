/**
 * Macros: calls whose arguments are not values but expressions, evaluated with variables of their own.
 *
 * @see https://github.com/google/cel-spec/blob/master/doc/langdef.md#macros
 */
import { compileBind } from './bind.ts';
import { compileGroupBy } from './group-by.ts';
import { compileHas } from './has.ts';
import type { Macro } from './macro.ts';
import { compileAll, compileExists, compileExistsOne } from './quantifiers.ts';
import { compileSortBy } from './sort-by.ts';
import { compileFilter, compileMap, compileTransformList } from './transform-list.ts';
import { compileTransformMap, compileTransformMapEntry } from './transform-map.ts';

export type { Macro } from './macro.ts';

export const macros: ReadonlyMap<string, Macro> = new Map([
  ['has', compileHas],
  ['all', compileAll],
  ['exists', compileExists],
  ['exists_one', compileExistsOne],
  ['existsOne', compileExistsOne],
  ['map', compileMap],
  ['filter', compileFilter],
  ['transformList', compileTransformList],
  ['transformMap', compileTransformMap],
  ['transformMapEntry', compileTransformMapEntry],
  ['sortBy', compileSortBy],
  ['groupBy', compileGroupBy],
  ['cel.bind', compileBind],
]);
