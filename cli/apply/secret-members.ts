import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { misuse } from '../cli-error.ts';
import { parseDocuments } from '../input/parse-yaml.ts';
import { findReferences, type Reference, resolveReferences } from '../input/references.ts';
import { isSecretMember } from './kinds.ts';
import type { Manifest } from './manifests.ts';

/** What is wrong with the places where a resource has secrets: the hub shows all members but some to its readers. */
export function findMisplacedSecrets({ kind, members, file }: Manifest): string[] {
  return Object.entries(members).flatMap(([member, value]) =>
    isSecretMember(kind, member)
      ? []
      : findReferences(value)
          .filter((reference) => reference.kind === 'secret')
          .map(({ name }) => `${file}: ${member} is no place for !secret ${name}: the hub shows it. Use \${env:…}.`),
  );
}

/**
 * The value of a member that is never given out. The whole of it may be one reference, to an object as JSON or YAML.
 *
 * @throws {CliError} that says what is missing, or wrong, and shows nothing of it.
 */
export async function readSecretMember(
  { members, file }: Manifest,
  member: string,
  resolve: (reference: Reference) => string,
): Promise<JsonObject> {
  const resolved = resolveReferences(members[member] ?? null, resolve);
  const [value, ...more] = typeof resolved === 'string' ? (await parseDocuments(resolved)).values : [resolved];
  if (value !== undefined && isJsonObject(value) && more.length === 0) return value;
  throw misuse(`${file}: ${member} must be an object, or stand for one that is written as JSON or YAML.`);
}
