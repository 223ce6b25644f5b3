import type { JsonValue } from '../../../client/operations.data.ts';
import { readFields, toValues } from './schema-fields.ts';

/**
 * What was typed into the fields of a JSON Schema, as the API takes it. A choice gives the member of `enum` itself, which
 * may be a number.
 */
export function readFormValues(
  schema: Record<string, JsonValue>,
  read: (name: string) => string | undefined,
): Record<string, JsonValue> {
  const values = toValues(readFields(schema), read);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, listOptions(schema, name).find(isSaidBy(value)) ?? value]),
  );
}

function isSaidBy(value: unknown): (option: JsonValue) => boolean {
  return (option) => (typeof option === 'object' ? false : String(option) === value);
}

function listOptions({ properties }: Record<string, JsonValue>, name: string): JsonValue[] {
  const property = isMembers(properties) ? properties[name] : undefined;
  const options = isMembers(property) ? property['enum'] : undefined;
  return Array.isArray(options) ? options : [];
}

function isMembers(value: JsonValue | undefined): value is { [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
