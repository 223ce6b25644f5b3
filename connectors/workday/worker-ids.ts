import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { toPlainText } from '../kit/type-guards.ts';

/**
 * A worker with the id that Workday gives, the only one that is of no kind: an employee and a contingent worker may have the
 * same `Worker_ID`, as they do where a tenant takes a person's universal id for both.
 *
 * Ids differ by an attribute. Other attributes are left out, as they are of all other documents.
 */
export function withWorkdayId(record: JsonObject): JsonObject {
  const { Worker_Reference: reference } = record;
  const ids = isJsonObject(reference) ? [reference['ID'] ?? []].flat() : [];
  const own = ids.find((id) => isJsonObject(id) && id['@type'] === 'WID');
  const plain = dropMembers(record);
  return isJsonObject(own) ? { WID: toPlainText(own['#text']), ...plain } : plain;
}

function dropAttributes(value: Json): Json {
  if (Array.isArray(value)) return value.map(dropAttributes);
  if (!isJsonObject(value)) return value;
  const plain = dropMembers(value);
  const { '#text': text = '', ...members } = plain;
  // An element that has no elements is its text.
  return Object.keys(members).length === 0 ? text : plain;
}

function dropMembers(element: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(element).flatMap(([name, value]) => (name.startsWith('@') ? [] : [[name, dropAttributes(value)]])),
  );
}
