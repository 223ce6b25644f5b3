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

/** True for a member that can be written and is never given out. */
export function isSecretMember({ parts }: Kind, member: string): boolean {
  const part = parts.get(member);
  return part !== undefined && part.read === undefined;
}
