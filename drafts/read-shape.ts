import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import type { ApiDescription } from './description.ts';
import { toObject, toObjects, toTexts } from './json-reading.ts';

/** What a schema says of a value at its top: references followed, parts of `allOf` merged, the first form of alternatives. */
export interface Shape {
  /** `object`, `array`, `string`, …; empty where the description does not tell. */
  type: string;
  format: string;
  members: Readonly<Record<string, JsonObject>>;
  required: readonly string[];
  items: JsonObject | undefined;
  readOnly: boolean;
  writeOnly: boolean;
}

const hopsMax = 12;

/** Reads a schema of a description. One that refers to itself, or to nothing, tells nothing. */
export function readShape(schema: Json | undefined, { resolve }: Pick<ApiDescription, 'resolve'>): Shape {
  const found = merge(toObject(schema), resolve, hopsMax);
  const members = Object.fromEntries(
    Object.entries(toObject(found['properties'])).filter((entry): entry is [string, JsonObject] =>
      isJsonObject(entry[1]),
    ),
  );
  const items = isJsonObject(found['items']) ? found['items'] : undefined;
  const [type = ''] = [found['type']].flat().filter((name) => typeof name === 'string' && name !== 'null');
  return {
    type: typeof type === 'string' && type !== '' ? type : guessType(members, items),
    format: typeof found['format'] === 'string' ? found['format'] : '',
    members,
    required: toTexts(found['required']),
    items,
    readOnly: found['readOnly'] === true,
    writeOnly: found['writeOnly'] === true,
  };
}

function guessType(members: Shape['members'], items: JsonObject | undefined): string {
  if (Object.keys(members).length > 0) return 'object';
  return items === undefined ? '' : 'array';
}

function merge(schema: JsonObject, resolve: ApiDescription['resolve'], hops: number): JsonObject {
  if (hops === 0) return {};
  const { $ref: reference, allOf, oneOf, anyOf, ...own } = schema;
  const target = typeof reference === 'string' ? resolve(reference)?.schema : undefined;
  const [choice] = [...toObjects(oneOf), ...toObjects(anyOf)].filter(({ type }) => type !== 'null');
  const parts = [target, ...toObjects(allOf), choice].flatMap((part) =>
    part === undefined ? [] : [merge(part, resolve, hops - 1)],
  );
  return [...parts, own].reduce<JsonObject>(
    (all, part) => ({
      ...all,
      ...part,
      properties: { ...toObject(all['properties']), ...toObject(part['properties']) },
      required: [...new Set([...toTexts(all['required']), ...toTexts(part['required'])])],
    }),
    {},
  );
}
