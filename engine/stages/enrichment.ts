import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { compileGetter, type Getter } from '../../core/path-readers.ts';
import { parsePath } from '../../core/paths.ts';
import { setMember } from '../../formula/canonical.ts';
import { typeOfRecord } from '../../formula/json-schema-type.ts';
import type { ObjectType } from '../../formula/value-type.ts';
import type { EnrichmentDefinition } from '../definition.ts';
import { judgeSearchKey, type SearchedFields } from './search-key.ts';

/** How records are completed with those of another object. */
export interface Enrichment {
  /** The member that takes what was found. */
  as: string;
  /** Path of the field that the other object is searched by. */
  key: string;
  /** The value to find by, as text; `undefined` where the record has none. */
  readValue(record: JsonObject): string | undefined;
  /** What a found record was found by. */
  readKey(found: JsonObject): string | undefined;
  /** The fields that are wanted. */
  pick(found: JsonObject): JsonObject;
  onMissing: EnrichmentDefinition['on_missing'];
  /** What is searched is what the integration writes: a record that is not there may be written later in the same run. */
  refersToTarget: boolean;
}

/** What a connector says of an object that others are completed with. */
export interface SearchedObject extends SearchedFields {
  key?: readonly string[] | undefined;
  /** Its records can be found by the value of a field. */
  finds?: true | undefined;
  /** How its records can be read, where they can. */
  operations?: { list?: { isPrepared?: true } | undefined } | undefined;
}

/**
 * Compiles the enrichments of a definition, or adds what is wrong with them to `problems`.
 *
 * @param objects What the connectors say of their objects, in the same order.
 * @param taken Names of members that an enrichment must not hide: those of the source's key.
 * @returns also the type of the records when they are complete.
 */
export function compileEnrichments(
  definitions: readonly EnrichmentDefinition[],
  objects: readonly SearchedObject[],
  {
    recordType,
    taken,
    ...findings
  }: { recordType: ObjectType; taken: readonly string[]; problems: FieldError[]; warnings?: FieldError[] },
): { enrichments: Enrichment[]; recordType: ObjectType } {
  const members = new Map(recordType.members);
  const enrichments = definitions.flatMap((definition, index) => {
    const at = `enrich[${index}]`;
    const object = objects[index] ?? {};
    if (members.has(definition.as) || taken.includes(definition.as)) {
      const message = `The record has a member \`${definition.as}\` already: choose another name.`;
      findings.problems.push({ path: `${at}.as`, code: 'name_taken', message });
    }
    members.set(definition.as, typeOfFound(object, definition));
    return compileEnrichment(definition, object, at, findings) ?? [];
  });
  return { enrichments, recordType: { ...recordType, members } };
}

function compileEnrichment(
  { as, by, key: named, fields, on_missing: onMissing }: EnrichmentDefinition,
  object: SearchedObject,
  at: string,
  { problems, warnings }: { problems: FieldError[]; warnings?: FieldError[] },
): Enrichment | undefined {
  if (object.finds !== true) {
    const message =
      'Records of this object cannot be found by a value. Where the connector is told how (`http`, `graphql`), `options.find` is missing, with a hole or variable for the value.';
    problems.push({ path: `${at}.object`, code: 'not_searchable', message });
  }
  const [declared, ...others] = object.key ?? [];
  const key = named ?? (others.length === 0 ? declared : undefined);
  if (key === undefined) {
    const message = 'This object declares no key of one field: name the field that is searched by.';
    problems.push({ path: `${at}.key`, code: 'required', message });
    return undefined;
  }
  const readBy = compilePath(by, `${at}.by`, problems);
  const readKey = compilePath(key, `${at}.key`, problems);
  if (readBy === undefined || readKey === undefined) return undefined;
  const doubt = judgeSearchKey(key, object);
  if (doubt !== undefined) warnings?.push({ path: `${at}.key`, ...doubt });
  return {
    as,
    key,
    readValue: (record) => toText(readBy, record),
    readKey: (found) => toText(readKey, found),
    pick: fields === undefined ? (found) => found : (found) => pickFields(found, fields),
    onMissing,
    refersToTarget: false,
  };
}

function typeOfFound({ schema }: SearchedObject, { fields }: EnrichmentDefinition): ObjectType {
  const type = typeOfRecord(schema);
  if (fields === undefined) return type;
  const known = [...type.members].filter(([name]) => fields.includes(name));
  const isOpen = type.others !== undefined && known.length < fields.length;
  return { kind: 'object', members: new Map(known), others: isOpen ? type.others : undefined };
}

function compilePath(text: string, at: string, problems: FieldError[]): Getter | undefined {
  const parsed = parsePath(text);
  if (parsed.ok) return compileGetter(parsed.path);
  problems.push({ path: at, code: 'invalid_path', message: parsed.message });
  return undefined;
}

/** The members of a record that are wanted. */
export function pickFields(found: JsonObject, fields: readonly string[]): JsonObject {
  const picked: JsonObject = {};
  for (const name of fields) {
    const value = Object.hasOwn(found, name) ? found[name] : undefined;
    if (value !== undefined) setMember(picked, name, value);
  }
  return picked;
}

/** Ids come as numbers and as text, also within one system. */
function toText(read: Getter, record: JsonObject): string | undefined {
  const value = read(record);
  if (value === null || value === undefined || value === '' || typeof value === 'object') return undefined;
  return String(value);
}
