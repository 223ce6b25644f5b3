import type { JsonObject } from '../core/json.ts';
import type { Kind } from './kind-facts.ts';
import { kindFacts } from './kinds.data.ts';

export type { Kind };

/** Every kind, in the order in which they are made. */
export const kinds: readonly Kind[] = kindFacts.map((facts) => ({
  ...facts,
  creatable: new Set(facts.creatable),
  parts: new Map(Object.entries(facts.parts)),
  switch: facts.switch,
}));

export function findKind(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name);
}

/** What of a resource tells which of its members are secrets. */
export interface SecretsOwner {
  kind: Kind;
  members: JsonObject;
}

/** True for a member that can be written and is never given out: credentials, and the address of a chat. */
export function isSecretMember({ kind, members }: SecretsOwner, member: string): boolean {
  const part = kind.parts.get(member);
  return part === undefined ? isChatAddress({ kind, members }, member) : part.read === undefined;
}

/** Who knows the address of a chat can write there: the hub shows its origin only. */
function isChatAddress({ kind, members }: SecretsOwner, member: string): boolean {
  const { format } = members;
  return kind.name === 'webhook-endpoint' && member === 'url' && (format === 'slack' || format === 'teams');
}

/** The members of a resource that the hub shows as they are. */
export function withoutSecrets({ kind, members }: SecretsOwner): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([member]) => !isSecretMember({ kind, members }, member)));
}
