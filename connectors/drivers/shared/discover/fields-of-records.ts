import type { DiscoveredField } from '../../../../core/connection-requests.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import { isSensitiveName } from '../../../../core/secret.ts';
import { fieldDepthMax, fieldsMax, joinPath } from './field-path.ts';

type Type = DiscoveredField['type'];

interface FieldSamples {
  types: Set<Type>;
  isSensitive: boolean;
}

/** The fields of sample records. A field that every sample has is not marked required: other records may lack it. */
export function fieldsOfRecords(records: readonly JsonObject[]): DiscoveredField[] {
  const seen = new Map<string, FieldSamples>();
  for (const record of records) note(seen, record, '', 1);
  return [...seen].map(([path, { types, isSensitive }]) => ({
    path,
    type: merge(types),
    ...(isSensitive ? { sensitive: true } : {}),
  }));
}

function note(seen: Map<string, FieldSamples>, record: JsonObject, prefix: string, depth: number): void {
  for (const [name, value] of Object.entries(record)) {
    const path = joinPath(prefix, name);
    const field = seen.get(path) ?? { types: new Set(), isSensitive: isSensitiveName(name) };
    if (!seen.has(path) && seen.size >= fieldsMax) return;
    seen.set(path, field);
    if (value !== null) field.types.add(typeOf(value));
    if (isJsonObject(value) && depth < fieldDepthMax) note(seen, value, path, depth + 1);
  }
}

function typeOf(value: Exclude<Json, null>): Type {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

function merge(types: ReadonlySet<Type>): Type {
  const [only] = types;
  if (types.size === 1 && only !== undefined) return only;
  return types.size === 2 && types.has('integer') && types.has('number') ? 'number' : 'any';
}
