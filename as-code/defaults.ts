import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../core/json.ts';

/**
 * Takes away what the hub would put there by itself, so that a file that leaves something out and the resource that it
 * made are the same.
 *
 * @param defaults By their paths; `*` stands for every item of a list.
 */
export function withoutDefaults(members: JsonObject, defaults: Readonly<Record<string, Json>>): JsonObject {
  return Object.entries(defaults).reduce((left, [path, value]) => without(left, path.split('.'), value), members);
}

/**
 * Takes away what the hub has put there because a file leaves it out, and would again: the key of a table, and ids of
 * triggers.
 *
 * @param wished What the file says of the same integration.
 */
export function withoutFilledIn(stored: JsonObject, wished: JsonObject): JsonObject {
  return withoutTriggerIds(withoutTableKey(stored, wished), wished);
}

function withoutTableKey(stored: JsonObject, wished: JsonObject): JsonObject {
  const [now, then] = [stored['source'], wished['source']];
  if (!isJsonObject(now) || !isJsonObject(then) || then['key'] !== undefined) return stored;
  return { ...stored, source: omit(now, 'key') };
}

function withoutTriggerIds(stored: JsonObject, wished: JsonObject): JsonObject {
  const [now, then] = [stored['triggers'], wished['triggers']];
  if (!Array.isArray(now) || !Array.isArray(then)) return stored;
  const triggers = now.map((trigger, index) => {
    const meant = then[index];
    const names = isJsonObject(meant) && meant['id'] !== undefined;
    return isJsonObject(trigger) && !names ? omit(trigger, 'id') : trigger;
  });
  return { ...stored, triggers };
}

function without(object: JsonObject, [name = '', ...rest]: readonly string[], value: Json): JsonObject {
  const member = object[name];
  if (member === undefined) return object;
  if (rest.length === 0) return canonicalJson(member) === canonicalJson(value) ? omit(object, name) : object;
  if (rest[0] !== '*') return isJsonObject(member) ? { ...object, [name]: without(member, rest, value) } : object;
  if (!Array.isArray(member)) return object;
  const items = member.map((item) => (isJsonObject(item) ? without(item, rest.slice(1), value) : item));
  return { ...object, [name]: items };
}

function omit(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
}
