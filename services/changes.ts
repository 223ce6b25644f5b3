import { z } from 'zod';
import { canonicalJson, isJsonObject, type JsonObject } from '../core/json.ts';
import { mergePatch, replaceMembers } from './merge-patch.ts';

/** How a caller changes a resource. */
export interface Change {
  /**
   * `replace`: members to put in place of the present ones (PUT); `merge`: a JSON Merge Patch (PATCH). In both, `null`
   * takes a member away.
   */
  mode: 'replace' | 'merge';
  change: JsonObject;
}

/** Any JSON object; the resource that results from it is checked as a whole. */
export const anyObject = z.record(z.string(), z.json());

/** A member that nobody can set; a client may send it back as it read it. */
export const readOnlyMember = z.json().optional().meta({ readOnly: true });

/** What a change makes of a resource's changeable members. */
export function applyChange(before: object, { mode, change }: Change): JsonObject {
  const present = toJson(before);
  const merged = mode === 'replace' ? replaceMembers(present, change) : mergePatch(present, change);
  return isJsonObject(merged) ? merged : {};
}

/** Lets read-only members through while they say what is true; others are left for the shape to refuse. */
export function withoutEchoes(change: JsonObject, record: object, readOnly: object): JsonObject {
  const present = toJson(record);
  const rest = Object.entries(change).filter(
    ([name, value]) => !Object.hasOwn(readOnly, name) || canonicalJson(value) !== canonicalJson(present[name]),
  );
  return Object.fromEntries(rest);
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
