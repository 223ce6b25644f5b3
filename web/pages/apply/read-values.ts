import type { Manifest } from '../../../as-code/manifests.ts';
import type { Outside } from '../../../as-code/outside.ts';
import { findReferences } from '../../../core/pure/references.ts';

/** A value that files leave to who applies them. */
export interface LeftOut {
  kind: 'env' | 'secret';
  name: string;
}

/** What variables and secrets stand for: a page has no environment, so people give it. */
export function listLeftOut(manifests: readonly Manifest[]): LeftOut[] {
  const found = new Map<string, LeftOut>();
  for (const { kind, name } of manifests.flatMap(({ members }) => findReferences(members))) {
    if (kind === 'env' || kind === 'secret') found.set(`${kind}:${name}`, { kind, name });
  }
  return [...found.values()];
}

/** Name of the field in which a value is given. */
export function toField({ kind, name }: LeftOut): string {
  return `${kind}:${name}`;
}

/** What was given. The page forgets it with the form. */
export function readOutside(form: FormData): Outside {
  return ({ kind, name }) => {
    if (kind !== 'env' && kind !== 'secret') return undefined;
    const value = form.get(toField({ kind, name }));
    return typeof value === 'string' && value !== '' ? { value } : { problem: `nothing is given for ${name}` };
  };
}
