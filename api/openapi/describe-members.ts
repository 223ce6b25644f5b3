import { isJsonObject, type Json } from '../../core/json.ts';
import { commonMembers } from './common-members.data.ts';

/** Copies a JSON Schema in which members without a description have that of their name, if it has one. */
export function describeMembers(schema: Json, common: Readonly<Record<string, string>> = commonMembers): Json {
  if (Array.isArray(schema)) return schema.map((item) => describeMembers(item, common));
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (keyword !== 'properties' || !isJsonObject(value)) return [keyword, describeMembers(value, common)];
    const properties = Object.entries(value).map(([name, member]): [string, Json] => {
      const described = describeMembers(member, common);
      const description = Object.hasOwn(common, name) ? common[name] : undefined;
      const isOpen = isJsonObject(described) && described['description'] === undefined && !isNamed(described['$ref']);
      return [name, isOpen && description !== undefined ? { ...described, description } : described];
    });
    return [keyword, Object.fromEntries(properties)];
  });
  return Object.fromEntries(members);
}

/** Of a reference: whether it leads to a schema that describes itself, unlike any JSON value. */
function isNamed(reference: Json | undefined): boolean {
  return typeof reference === 'string' && !/^#\/\$defs\/(JsonValue|__schema\d+)$/.test(reference);
}
