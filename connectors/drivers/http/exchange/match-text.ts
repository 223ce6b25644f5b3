import type { JsonObject } from '../../../../core/json.ts';
import type { Reader } from '../../../../core/path-readers.ts';

/**
 * One text for the values of a record's match fields: the text itself for a single one, a JSON list for several.
 *
 * @returns `undefined` when a field has no value that could identify a record.
 */
export function readMatchText(record: JsonObject, readers: readonly Reader[]): string | undefined {
  const values = readers.map((read) => read(record));
  const [first] = values;
  if (first === undefined || values.some((value) => value === undefined || value === null || value === ''))
    return undefined;
  return values.length === 1 && typeof first === 'string'
    ? first
    : JSON.stringify(values.length === 1 ? first : values);
}
