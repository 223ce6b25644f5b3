import type { z } from 'zod';
import type { AuthMethod } from '../../connectors/kit/auth/methods.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { toJsonSchema } from '../../connectors/kit/json-schema.ts';
import { isKeyOf } from '../../connectors/kit/type-guards.ts';
import { pickPublicFields } from '../../connectors/kit/validate.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { sampleSchema } from './sample-schema.ts';

/** A filled form of a connector: what a person would type who follows the examples. */
export interface SampleForms {
  config: JsonObject;
  credentials: JsonObject;
  /** The part of the credentials that may stand in addresses. */
  publicCredentials: JsonObject;
}

/** Fills the forms of a connector from their examples, defaults and types. */
export function sampleForms(connector: Connector, method: AuthMethod | undefined = connector.auth[0]): SampleForms {
  const config = fillForm(connector.config);
  if (method === undefined) return { config, credentials: {}, publicCredentials: {} };
  const credentials = fillForm(method.credentials);
  return { config, credentials, publicCredentials: pickPublicFields(method, credentials) };
}

/** What forms were filled with: they are asked for with every request of a connector that is planned. */
const filled = new WeakMap<z.ZodType, JsonObject>();

function fillForm(shape: z.ZodType): JsonObject {
  const known = filled.get(shape) ?? fillFields(toJsonSchema(shape));
  filled.set(shape, known);
  return known;
}

/** Optional fields without an example are left out: nobody needs them. */
function fillFields({ properties, required }: JsonObject): JsonObject {
  const needed = new Set<Json>(Array.isArray(required) ? required : []);
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    fields
      .filter(([name, field]) => needed.has(name) || (isJsonObject(field) && findExample(field) !== undefined))
      .map(([name, field]) => [name, fillField(name, field)]),
  );
}

function findExample(field: JsonObject): Json | undefined {
  return field['example'] ?? field['default'];
}

function fillField(name: string, field: Json): Json {
  if (!isJsonObject(field)) return null;
  const example = findExample(field);
  if (example !== undefined) return example;
  const { type } = field;
  const isFree = type === 'string' && !isKeyOf(field, 'enum') && !isKeyOf(field, 'pattern') && !isKeyOf(field, 'const');
  if (isFree && field['format'] === 'password') return `sample-${name.replaceAll('_', '-')}`;
  return sampleSchema(field, { schemas: {}, variant: 'full' });
}
