import type { Json } from '../core/json.ts';
import { findReferences, toReference, toReferences } from '../core/pure/references.ts';
import type { Difference } from './differences.ts';
import { isSecretMember } from './kinds.ts';
import type { Manifest } from './manifests.ts';
import type { Organization } from './organization.ts';
import { readPath, toText } from './values.ts';

/** A difference as people may see it. */
export type ShownDifference =
  | { path: string; before: string | undefined; after: string | undefined }
  /** `secret` is never shown; `outside` comes from the environment of who applies. */
  | { path: string; hidden: 'secret' | 'outside' };

/** Ids are shown by the names that files have for them. */
export function showDifference(
  { path, before, after }: Difference,
  manifest: Manifest,
  { nameOf }: Organization,
): ShownDifference {
  if (isSecretMember(manifest, path)) return { path, hidden: 'secret' };
  if (toText(readPath(manifest.members, path)).includes('${env:')) return { path, hidden: 'outside' };
  // What the same plan makes has no id yet, and stands as the file has it, which `toReferences` takes for a text that looks so.
  const references = findReferences(manifest.members).map(toReference);
  const show = (value: Json | undefined): string | undefined =>
    value === undefined
      ? undefined
      : references.reduce(
          (shown, reference) => shown.replaceAll(`$${reference}`, () => reference),
          JSON.stringify(toReferences(value, nameOf)),
        );
  return { path, before: show(before), after: show(after) };
}
