import { findReferences, type Reference, resolveReferences, toReferences } from '../../../core/pure/references.ts';
import { isObject, type JsonObject } from '../json.ts';

/** What ids are called, and which ids have a name. */
export interface CodeNames {
  nameOf(id: string): Reference | undefined;
  idsOf(reference: Reference): readonly string[];
}

/** An integration as a file of `hub apply` says it: with names in the place of ids, where a name is that of one thing. */
export function toManifest(definition: JsonObject, isActive: boolean, { nameOf, idsOf }: CodeNames): JsonObject {
  const { name, ...members } = definition;
  const referring = toReferences(members, (id) => {
    const reference = nameOf(id);
    return reference !== undefined && idsOf(reference).length === 1 ? reference : undefined;
  });
  return {
    kind: 'integration',
    ...(name === undefined ? {} : { name }),
    active: isActive,
    ...(isObject(referring) ? referring : {}),
  };
}

/** The definition that a file means, or why none can be read from it. */
export type ReadManifest = { definition: JsonObject } | { wrong: string };

/** @param isActive Whether the integration is active: a text does not change that. */
export function fromManifest(manifest: JsonObject, isActive: boolean, { idsOf }: CodeNames): ReadManifest {
  const { kind, active, ...definition } = manifest;
  if (kind !== undefined && kind !== 'integration') return { wrong: '`kind` is `integration` here.' };
  if (active !== undefined && active !== isActive)
    return { wrong: `\`active\` is ${isActive} here: _Activate_ and _Deactivate_ change it, not this text.` };
  for (const reference of findReferences(definition)) {
    const found = idsOf(reference).length;
    const named = `\`\${${reference.kind}:${reference.name}}\``;
    if (found === 0) return { wrong: `${named} names nothing that is there.` };
    if (found > 1) return { wrong: `${named} names ${found} that have this name. Give the id in its place.` };
  }
  const resolved = resolveReferences(definition, (reference) => idsOf(reference)[0] ?? '');
  return isObject(resolved) ? { definition: resolved } : { wrong: 'A definition has members.' };
}
