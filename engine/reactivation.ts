import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import type { TargetDefinition } from './definition.ts';

/** How a record that was deactivated, and whose source record is there again, is switched on. */
export interface Reactivation {
  /** Members that its first write has besides, as far as the mapped record has none of that name. */
  members: JsonObject;
  /** Members of `deactivate_with` for which nobody says what switches them back. */
  unknown: string[];
}

/**
 * Finds what undoes `deactivate_with`: what `reactivate_with` says, else the opposite of a truth value. What the mapping
 * writes needs nothing more.
 */
export function findReactivation(
  { deactivate_with: off = {}, reactivate_with: given = {} }: TargetDefinition,
  isWritten: (member: string) => boolean,
): Reactivation {
  const members: JsonObject = { ...given };
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(off)) {
    if (Object.hasOwn(given, name)) continue;
    if (typeof value === 'boolean') members[name] = !value;
    else if (!isWritten(name)) unknown.push(name);
  }
  return { members, unknown };
}

/** Completes the body of a write that switches its record on again; what the body has stays. */
export function reactivate(body: JsonObject, { members }: Reactivation): JsonObject {
  return complete(body, members);
}

function complete(body: JsonObject, members: JsonObject): JsonObject {
  const completed = { ...body };
  for (const [name, value] of Object.entries(members)) {
    const own: Json | undefined = Object.hasOwn(body, name) ? body[name] : undefined;
    if (own === undefined) completed[name] = value;
    else if (isJsonObject(own) && isJsonObject(value)) completed[name] = complete(own, value);
  }
  return completed;
}
