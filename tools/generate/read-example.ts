import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Connector } from '../../connectors/kit/connector.ts';
import { toJsonSchema } from '../../connectors/kit/json-schema.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { parseValuePath } from '../../core/paths.ts';

/** The flow on a connector's page, where keys alone would say too little: `example.json` beside the definition. */
const ConnectorExample = z.strictObject({
  /** What is copied to PostgreSQL. */
  object: z.string().min(1),
  /** Rows of the mapping: columns, and the fields that they are filled with. */
  mapping: z
    .array(z.strictObject({ to: z.string().min(1), from: z.string().min(1), required: z.literal(true).optional() }))
    .min(2),
});

export type ConnectorExample = z.output<typeof ConnectorExample>;

/** @throws {Error} when it has an object or a field that the connector has not. */
export function readExample(connector: Connector): ConnectorExample | undefined {
  const path = join(import.meta.dirname, '..', '..', 'connectors', connector.id, 'example.json');
  if (!existsSync(path)) return undefined;
  return checkExample(connector, ConnectorExample.parse(JSON.parse(readFileSync(path, 'utf8'))));
}

/** @throws {Error} as `readExample`. */
export function checkExample(connector: Connector, example: ConnectorExample): ConnectorExample {
  const object = Object.hasOwn(connector.objects, example.object) ? connector.objects[example.object] : undefined;
  const schema = object !== undefined && 'schema' in object ? object.schema : undefined;
  if (schema === undefined) throw new Error(`example.json of ${connector.id}: there is no object ${example.object}.`);
  const shape = toJsonSchema(schema);
  for (const { from } of example.mapping) {
    if (!hasField(shape, parseValuePath(from) ?? []))
      throw new Error(`example.json of ${connector.id}: ${example.object} has no field ${from}.`);
  }
  return example;
}

function hasField(schema: JsonObject, [name, ...rest]: readonly (string | number)[]): boolean {
  if (name === undefined) return true;
  return [schema, ...listOf(schema['anyOf'])].some((form) => {
    const members = typeof name === 'number' ? { [name]: form['items'] } : form['properties'];
    const member = isJsonObject(members) && Object.hasOwn(members, name) ? members[name] : undefined;
    return isJsonObject(member) && hasField(member, rest);
  });
}

function listOf(forms: Json | undefined): JsonObject[] {
  return Array.isArray(forms) ? forms.filter(isJsonObject) : [];
}
