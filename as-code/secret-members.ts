import { isJsonObject, type Json } from '../core/json.ts';
import { findReferences, type Reference, resolveReferences } from '../core/pure/references.ts';
import { isSecretMember } from './kinds.ts';
import type { Manifest } from './manifests.ts';
import { parseDocuments } from './parse-documents.ts';
import type { Problem } from './problem.ts';

/** What is wrong with the places where a resource has secrets: the hub shows all members but some to its readers. */
export function findMisplacedSecrets(manifest: Manifest): Problem[] {
  const { members, file, lineOf } = manifest;
  return Object.entries(members).flatMap(([member, value]) =>
    isSecretMember(manifest, member)
      ? []
      : findReferences(value)
          .filter((reference) => reference.kind === 'secret')
          .map(({ name }) => ({
            file,
            line: lineOf([member]),
            message: `${member} is no place for !secret ${name}: the hub shows it. Use \${env:…}.`,
          })),
  );
}

/**
 * The value of a member that is never given out. The whole of it may be one reference: of credentials, to an object as JSON
 * or YAML.
 *
 * @returns what is missing, or wrong, which shows nothing of it.
 */
export async function readSecretMember(
  { kind, members, file, lineOf }: Manifest,
  member: string,
  resolve: (reference: Reference) => string,
): Promise<{ value: Json } | { problem: Problem }> {
  const resolved = resolveReferences(members[member] ?? null, resolve);
  if (!kind.parts.has(member)) return { value: resolved };
  const values = typeof resolved === 'string' ? (await parseDocuments(resolved)).documents : [{ value: resolved }];
  const [first, ...more] = values;
  if (first !== undefined && isJsonObject(first.value) && more.length === 0) return { value: first.value };
  const message = `${member} must be an object, or stand for one that is written as JSON or YAML.`;
  return { problem: { file, line: lineOf([member]), message } };
}
