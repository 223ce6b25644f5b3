import type { Review } from '../../../engine/compile/review.ts';
import type { WriteDefinition } from '../../../engine/definition.ts';
import type { FlowReview } from '../../../flow/compile.ts';
import type { DiscoveredField, DiscoveredObject } from '../../../core/connection-requests.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { parsePath } from '../../../core/paths.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { SearchedObject } from '../../../engine/stages/enrichment.ts';
import type { KnownSchema } from '../../../transforms/schema/check-types.ts';
import { findDiscovered } from './find-discovered.ts';
import type { FoundEnd, FoundEnds } from './find-ends.ts';

/** One end of a flow: the connection's UUID, and what its connector says of the object. */
interface KnownEnd extends FoundEnd {
  role: 'source' | 'target';
  /** Of a target. */
  operation?: WriteDefinition['operation'] | undefined;
}

/** Finds the schemas of both ends of a flow, as far as there are any. @param operation Of the target. */
export async function findKnownSchemas(
  tx: Transaction,
  orgId: string,
  { source, target }: Pick<FoundEnds, 'source' | 'target'>,
  operation: WriteDefinition['operation'] | undefined,
): Promise<Review> {
  const [read, written] = await Promise.all([
    source && findKnownSchema(tx, orgId, { role: 'source', ...source }),
    target && findKnownSchema(tx, orgId, { role: 'target', operation, ...target }),
  ]);
  return { source: read, target: written };
}

/** Finds the schemas of what a flow reads and writes, as far as there are any; those of each object once. */
export async function findFlowSchemas(
  tx: Transaction,
  orgId: string,
  { source, actions }: Pick<FoundEnds, 'source' | 'actions'>,
): Promise<FlowReview> {
  const asked = new Map<string, Promise<KnownSchema | undefined>>();
  const read = source && findKnownSchema(tx, orgId, { role: 'source', ...source });
  const written = [...actions].map(([id, action]) => {
    const { connectionId, description, operation } = action;
    const name = JSON.stringify([connectionId, description.id, operation, description.operations[operation] ?? null]);
    const found = asked.get(name) ?? findKnownSchema(tx, orgId, { role: 'target', ...action });
    asked.set(name, found);
    return found.then((schema) => [id, schema] as const);
  });
  const known = await Promise.all(written);
  return {
    source: await read,
    targets: new Map(known.flatMap(([id, schema]) => (schema === undefined ? [] : [[id, schema] as const]))),
  };
}

/**
 * Finds what is known of the objects that steps look up. What a look-up gives is checked against the system's catalog where
 * its connector declares nothing: a sample says nothing for certain.
 */
export async function findSearchedSchemas(
  tx: Transaction,
  orgId: string,
  { searched }: Pick<FoundEnds, 'searched'>,
): Promise<ReadonlyMap<string, SearchedObject>> {
  const found = [...searched].map(async ([id, { kind, ...end }]) => {
    const known = kind !== 'check' ? await findKnownSchema(tx, orgId, { role: 'source', ...end }) : undefined;
    return [id, known?.from === 'catalog' ? { ...end.description, schema: known.schema } : end.description] as const;
  });
  return new Map(await Promise.all(found));
}

/**
 * Finds the schema of an object: the one that its connector declares, else what the last discovery of the connection
 * found, if there was one. Of a target, the schema of what its operation takes comes first: what is read tells the types
 * of fields, but not what a write needs, for systems give ids, dates and defaults themselves.
 */
async function findKnownSchema(
  tx: Transaction,
  orgId: string,
  { role, connectionId, description, operation }: KnownEnd,
): Promise<KnownSchema | undefined> {
  const written = operation && description.operations[operation]?.schema;
  if (written !== undefined) return { schema: written, from: 'declaration' };
  if (description.schema !== undefined) {
    return { schema: description.schema, from: 'declaration', tellsNeeds: role === 'source' };
  }
  const found = await findDiscovered(tx, orgId, { connectionId, object: description.id });
  // A sample without records says nothing.
  if (found?.fields === undefined || found.fields.length === 0) return undefined;
  // A row that is changed has values in all its columns.
  return { ...toKnownSchema(found, found.fields, role), tellsNeeds: operation !== 'update' };
}

function toKnownSchema(
  { fields_from: from }: DiscoveredObject,
  fields: readonly DiscoveredField[],
  role: KnownEnd['role'],
): KnownSchema {
  const isCatalog = from === 'catalog';
  const toType = (field: DiscoveredField): JsonObject =>
    isCatalog && role === 'target' ? writableType(field) : readableType(field);
  // What is read and was not in the sample is probably a typo; a target may take members that no sampled record has.
  const isOpen = !isCatalog && role === 'target';
  const schema: JsonObject = { type: 'object', properties: {}, additionalProperties: isOpen };
  const isNeeded = ({ required, has_default: isFilled }: DiscoveredField): boolean =>
    required === true && (role === 'source' || isFilled !== true);
  for (const field of fields) place(schema, field.path, toType(field), isNeeded(field));
  return { schema, from: from ?? 'sample' };
}

/** Adds a field below the objects on its path. */
function place(root: JsonObject, path: string, type: JsonObject, isNeeded: boolean): void {
  const parsed = parsePath(path);
  const names = parsed.ok ? parsed.path.segments.map(String) : [];
  const last = names.pop();
  let parent: JsonObject = root;
  for (const name of names) parent = objectAt(objectAt(parent, 'properties'), name);
  if (last === undefined) return;
  objectAt(parent, 'properties')[last] = type;
  const { required: known } = parent;
  if (isNeeded) parent['required'] = [...(Array.isArray(known) ? known : []), last];
}

/** A member that is an object; made where it is none. */
function objectAt(object: JsonObject, name: string): JsonObject {
  const member = object[name];
  if (isJsonObject(member)) return member;
  const made: JsonObject = {};
  object[name] = made;
  return made;
}

function readableType({ type, required }: DiscoveredField): JsonObject {
  if (type === 'any') return {};
  const open = type === 'object' ? { additionalProperties: true } : {};
  return required === true ? { type, ...open } : { type: [type, 'null'], ...open };
}

/** A database reads the text of a value as readily as the value, and keeps anything as text. */
function writableType({ type, required }: DiscoveredField): JsonObject {
  const kinds = writableKinds[type];
  if (kinds === undefined) return required === true ? { not: { type: 'null' } } : {};
  return { type: required === true ? [...kinds] : [...kinds, 'null'] };
}

const writableKinds: Readonly<Partial<Record<DiscoveredField['type'], readonly string[]>>> = {
  boolean: ['boolean', 'integer', 'string'],
  integer: ['number', 'string'],
  number: ['number', 'string'],
  array: ['array', 'string'],
};
