import { isJsonObject, type Json } from '../core/json.ts';

/** An answer of the hub came as JSON, and files are read as JSON values. */
export function toJson(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  if (Array.isArray(value)) return value.map((item) => toJson(item));
  if (typeof value !== 'object') return null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, toJson(member)]])),
  );
}

/** The value at a path: `counters.read`, `mapping.0.to`. `undefined` where it leads nowhere. */
export function readPath(value: Json, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((inner, name) => {
    if (Array.isArray(inner)) return inner[Number(name)];
    return isJsonObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  }, value);
}

/** A value as one text: itself where it is one, otherwise JSON. */
export function toText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
