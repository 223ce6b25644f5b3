import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { expandSchema } from './expand-schema.ts';

/**
 * Which of the values that a schema allows: with every property, with the required ones only, or with every property
 * and `null` wherever that is allowed.
 */
export type SampleVariant = 'full' | 'required' | 'nulls';

interface Sampling {
  schemas: Readonly<Record<string, JsonObject>>;
  variant: SampleVariant;
}

/** Deeper lists are left empty, and objects have what they must: schemas that contain themselves end here. */
const depthMax = 6;
/** Where even what must be there ends. */
const requiredDepthMax = 12;

/** Makes one value that a schema allows. Pure: the same schema gives the same value. */
export function sampleSchema(schema: JsonObject, sampling: Sampling, depth = 0): Json {
  const expanded = expandSchema(schema, sampling.schemas);
  const { type, properties, items } = expanded;
  if (expanded['const'] !== undefined) return expanded['const'];
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (sampling.variant === 'nulls' && types.includes('null') && depth > 0) return null;
  const values = expanded['enum'];
  if (Array.isArray(values) && values.length > 0) return values.find((value) => value !== null) ?? null;
  const hasMembers = isJsonObject(properties) || isJsonObject(expanded['additionalProperties']);
  const kind = types.find((candidate) => candidate !== 'null') ?? (hasMembers ? 'object' : undefined);
  switch (kind) {
    case 'object':
      return sampleObject(expanded, sampling, depth);
    case 'array':
      return isJsonObject(items) && depth < depthMax
        ? sampleList(expanded, sampleSchema(items, sampling, depth + 1))
        : [];
    case 'integer':
    case 'number':
      return sampleNumber(expanded);
    case 'boolean':
      return true;
    case 'string':
      return sampleText(expanded);
    default:
      return types.includes('null') ? null : 'text';
  }
}

function sampleObject({ properties, required }: JsonObject, sampling: Sampling, depth: number): JsonObject {
  if (!isJsonObject(properties) || depth >= requiredDepthMax) return {};
  const needed = new Set<Json>(Array.isArray(required) ? required : []);
  const isBare = sampling.variant === 'required' || depth >= depthMax;
  const members = Object.entries(properties).filter(([name]) => !isBare || needed.has(name));
  return Object.fromEntries(
    members.map(([name, member]) => [name, isJsonObject(member) ? sampleSchema(member, sampling, depth + 1) : 'text']),
  );
}

/** As many elements as there must be, one at least. */
function sampleList({ minItems }: JsonObject, element: Json): Json[] {
  return Array.from({ length: typeof minItems === 'number' ? Math.max(minItems, 1) : 1 }, () => element);
}

function sampleNumber({ minimum, maximum }: JsonObject): number {
  const low = typeof minimum === 'number' ? minimum : 1;
  return typeof maximum === 'number' && maximum < low ? maximum : Math.max(low, 1);
}

const textByFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  email: 'ada@vendor.example',
  uri: 'https://vendor.example/1',
  url: 'https://vendor.example/1',
  uuid: '8c9e2c1e-3f43-4b7e-9b1e-2f6f0f3b1a55',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'host.vendor.example',
  binary: 'AA==',
  byte: 'AA==',
};

function sampleText({ format, minLength, maxLength }: JsonObject): string {
  const text = (typeof format === 'string' ? textByFormat[format] : undefined) ?? 'text';
  const padded = typeof minLength === 'number' ? text.padEnd(minLength, 'x') : text;
  return typeof maxLength === 'number' && format === undefined ? padded.slice(0, maxLength) : padded;
}
