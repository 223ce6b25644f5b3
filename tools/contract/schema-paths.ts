import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { parseValuePath } from '../../core/paths.ts';
import { listAlternatives } from './expand-schema.ts';

type Schemas = Readonly<Record<string, JsonObject>>;

/**
 * Follows a path into a schema.
 *
 * @returns every schema that may stand there, each `{}` where anything may; empty where the schema has no such place.
 */
export function followPath(schema: JsonObject, path: string, schemas: Schemas): JsonObject[] {
  let places = [schema];
  for (const segment of parseValuePath(path) ?? []) {
    places = places.flatMap((place) =>
      listAlternatives(place, schemas).flatMap((alternative) => step(alternative, segment)),
    );
  }
  return places;
}

function step(schema: JsonObject, segment: string | number): JsonObject[] {
  const { properties, items, additionalProperties } = schema;
  if (typeof segment === 'number') return isJsonObject(items) ? [items] : [];
  const member = isJsonObject(properties) && Object.hasOwn(properties, segment) ? properties[segment] : undefined;
  if (isJsonObject(member)) return [member];
  if (isJsonObject(additionalProperties)) return [additionalProperties];
  return isFree(schema) ? [{}] : [];
}

/** A schema that says nothing of its members, or nothing at all. */
function isFree(schema: JsonObject): boolean {
  const { type, properties, items } = schema;
  const types = Array.isArray(type) ? type : [type];
  return (type === undefined || types.includes('object')) && properties === undefined && items === undefined;
}
