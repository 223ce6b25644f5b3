import type { z } from 'zod';
import { type FieldError, invalidRequest } from '../../core/errors.ts';
import { toFieldErrors } from '../../core/field-errors.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { mergePatch, replaceMembers } from './merge-patch.ts';
import { messages } from '../../core/messages.ts';

/** A change of a resource: with `replace`, members to put in place of the present ones (PUT); with `merge`, a JSON Merge Patch. */
export interface Change {
  id: string;
  mode: 'replace' | 'merge';
  change: JsonObject;
}

/**
 * Gives the members that a change leads to, which are checked as a whole afterwards.
 *
 * Read-only members pass while they say what is true, since clients send records back as they read them; others are left
 * for the shape to refuse.
 *
 * @param record The resource as the API shows it.
 * @param members Names of the members that can be set.
 */
export function applyChange(record: object, members: readonly string[], { mode, change }: Change): JsonObject {
  const present = toJson(record);
  const isMember = ([name]: [string, unknown]): boolean => members.includes(name);
  const current = pick(present, isMember);
  const asked = pick(change, isMember);
  const changed = mode === 'replace' ? replaceMembers(current, asked) : mergePatch(current, asked);
  // Not part of the patch: `null` would take away what it must be refused for.
  const refused = pick(change, (entry) => !isMember(entry) && !isTrue(present, entry));
  return { ...(isJsonObject(changed) ? changed : {}), ...refused };
}

/**
 * The members that a change leads to, as a shape has them.
 *
 * @param requireVersion Throws where the caller knows another version of the resource. What is wrong with the body comes
 *   before that; that a read-only member has another value than now comes after it, since it may have had that value then.
 * @throws {HubError} `invalid_request` with every field error; of a member that the resource shows, that it cannot be set;
 *   as `requireVersion`.
 */
export function parseChange<Shape extends z.ZodType>(
  shape: Shape,
  record: object,
  members: readonly string[],
  change: Change,
  requireVersion: () => void,
): z.output<Shape> {
  const parsed = shape.safeParse(applyChange(record, members, change));
  const errors = parsed.success ? [] : toFieldErrors(parsed.error.issues);
  const isReadOnly = ({ code, path }: FieldError): boolean => code === 'unknown_field' && Object.hasOwn(record, path);
  if (errors.every(isReadOnly)) requireVersion();
  if (parsed.success) return parsed.data;
  throw invalidRequest(
    messages.bodyInvalid,
    errors.map((error) =>
      isReadOnly(error) ? { path: error.path, code: error.code, message: messages.fieldSetByHub } : error,
    ),
  );
}

function isTrue(present: JsonObject, [name, value]: [string, Json]): boolean {
  return Object.hasOwn(present, name) && canonicalJson(value) === canonicalJson(present[name]);
}

function pick(object: JsonObject, isWanted: (entry: [string, Json]) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(isWanted));
}

/** Names of the members that differ. */
export function listChanges(before: object, after: object): string[] {
  const [a, b] = [toJson(before), toJson(after)];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => canonicalJson(a[name]) !== canonicalJson(b[name]));
}

/** The value as JSON carries it: without members that are `undefined`. */
function toJson(value: object): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  return isJsonObject(copy) ? copy : {};
}
