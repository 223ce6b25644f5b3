import { createHash } from 'node:crypto';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { isSensitiveName, maskSecretForms } from '../../core/secret.ts';

/** A member whose JSON is longer is kept as its length and digest: the log names documents and does not store them. */
const memberCharactersMax = 4096;

const masked = '[redacted]';

/**
 * What the audit log keeps of a resource before and after a change: the members that differ, or all of what is new or
 * gone. Values whose names speak of secrets are masked, however deep they are.
 *
 * @returns `null` for a side that is not there.
 */
export function describeChange(
  before: object | undefined,
  after: object | undefined,
): { before: JsonObject | null; after: JsonObject | null } {
  const [old, next] = [toJson(before), toJson(after)];
  const differs = (name: string): boolean =>
    old === null || next === null || canonicalJson(old[name]) !== canonicalJson(next[name]);
  const pick = (side: JsonObject | null): JsonObject | null =>
    side === null
      ? null
      : Object.fromEntries(
          Object.entries(side).flatMap(([name, value]) =>
            name !== 'updated_at' && differs(name) ? [[name, shorten(mask(name, value))]] : [],
          ),
        );
  return { before: pick(old), after: pick(next) };
}

/** As JSON carries it, which is what comes back from the database. */
function toJson(value: object | undefined): JsonObject | null {
  if (value === undefined) return null;
  const copy: unknown = JSON.parse(JSON.stringify(value));
  return isJsonObject(copy) ? copy : {};
}

function mask(name: string, value: Json): Json {
  if (value !== null && isSensitiveName(name)) return masked;
  if (Array.isArray(value)) return value.map((item) => mask('', item));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mask(key, member)]));
  return typeof value === 'string' ? maskSecretForms(value) : value;
}

function shorten(value: Json): Json {
  const text = canonicalJson(value);
  if (text.length <= memberCharactersMax) return value;
  return { omitted: { characters: text.length, sha256: createHash('sha256').update(text).digest('hex') } };
}

/** Members that hold no secret under any name, with credentials in their texts masked all the same. */
export function maskTexts(members: Readonly<Record<string, Json>>): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, maskText(value)]));
}

function maskText(value: Json): Json {
  if (typeof value === 'string') return maskSecretForms(value);
  if (Array.isArray(value)) return value.map(maskText);
  return isJsonObject(value) ? maskTexts(value) : value;
}
