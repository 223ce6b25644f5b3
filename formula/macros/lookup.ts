import { anyType } from '../value-type.ts';
import { findEntry } from '../lookup-tables.ts';
import { FormulaError } from '../values/formula-error.ts';
import { isList, isObject } from '../values/value.ts';
import { Special } from '../values/special.ts';
import { type Macro, refuseForm } from './macro.ts';

/**
 * `lookup('lut_…', key)`: the entry of a stored table; null if there is none.
 *
 * A macro, because the table must be a constant: the tables that a definition needs are loaded before any record is
 * read.
 */
export const compileLookup: Macro = (node, scope) => {
  const [name, key, ...rest] = node.parameters;
  const table = name?.kind === 'constant' && typeof name.value === 'string' ? name.value : undefined;
  if (node.target !== undefined || table === undefined || key === undefined || rest.length > 0) {
    return refuseForm(node, scope, "lookup('lut_…', key)");
  }
  scope.compilation.tables.add(table);
  const { code: readKey, cost } = scope.compile(key);
  const place = scope.locator(node);
  return {
    type: anyType,
    cost: cost + 1,
    code(record, run) {
      const value = readKey(record, run);
      if (value === undefined || value === null) return null;
      if (isList(value) || isObject(value) || value instanceof Special) {
        throw new FormulaError('type_mismatch', '`lookup` needs text, a number, true or false as its key').placeAt(
          place(),
        );
      }
      const entries = run.environment.tables?.get(table);
      if (entries === undefined) {
        throw new FormulaError(
          'invalid_argument',
          'The lookup table does not exist; create it or correct its id',
        ).placeAt(place());
      }
      return findEntry(entries, value) ?? null;
    },
  };
};
