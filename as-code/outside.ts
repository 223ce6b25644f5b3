import type { Reference } from '../core/pure/references.ts';

/** Looks up what references to the environment and to secrets stand for: for the command line in its variables and files. */
export type Outside = (reference: Reference, folder: string) => { value: string } | { problem: string } | undefined;

/** The value of a reference that was looked at before. @returns `undefined` for one to something of the hub. */
export function readOutside(outside: Outside, reference: Reference, folder: string): string | undefined {
  const found = outside(reference, folder);
  if (found !== undefined && 'problem' in found) throw new Error(`A reference leads nowhere: ${found.problem}.`);
  return found?.value;
}
