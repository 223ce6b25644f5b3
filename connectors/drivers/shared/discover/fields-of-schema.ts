import { type DiscoveredField, fieldTypes } from '../../../../core/connection-requests.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { toJsonObject } from '../../../kit/type-guards.ts';
import { fieldDepthMax, fieldsMax, joinPath } from './field-path.ts';

/** The fields that a JSON Schema declares, those of nested objects by their paths. */
export function fieldsOfSchema(schema: JsonObject): DiscoveredField[] {
  return walk(schema, '', 1).slice(0, fieldsMax);
}

function walk(schema: JsonObject, prefix: string, depth: number): DiscoveredField[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(toJsonObject(schema['properties'])).flatMap(([name, given]) => {
    const member = toJsonObject(given);
    const path = joinPath(prefix, name);
    const { title, format } = member;
    const field: DiscoveredField = {
      path,
      type: fieldTypes.find((type) => type === member['type']) ?? 'any',
      ...(typeof format === 'string' ? { native_type: format } : {}),
      ...(depth === 1 && required.includes(name) ? { required: true } : {}),
      ...(typeof title === 'string' ? { title } : {}),
      ...(member['sensitive'] === true ? { sensitive: true } : {}),
    };
    return depth < fieldDepthMax && field.type === 'object' ? [field, ...walk(member, path, depth + 1)] : [field];
  });
}
