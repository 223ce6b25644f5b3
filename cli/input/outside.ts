import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorMessage } from '../../core/errors.ts';
import { misuse } from '../cli-error.ts';
import type { Reference } from '../../core/pure/references.ts';

/** What references to the environment and to secrets are looked up in. */
export interface ExternalSources {
  env: Readonly<Record<string, string | undefined>>;
  /** Folder that paths of files are relative to. */
  folder: string;
}

/** Of a file with a secret, in bytes: what the API takes in one request. */
const fileBytesMax = 1_048_576;

/** @returns `undefined` for a reference to something of the hub. A problem names the variable or file, and no content. */
export function findOutside(
  { kind, name }: Reference,
  { env, folder }: ExternalSources,
): { value: string } | { problem: string } | undefined {
  if (kind === 'env') {
    const value = env[name];
    return value === undefined ? { problem: `the variable ${name} is not set` } : { value };
  }
  if (kind !== 'secret') return undefined;
  if (name.startsWith('file:')) return readSecretFile(resolve(folder, name.slice('file:'.length)));
  const value = env[name] ?? '';
  return value === '' ? { problem: `the variable ${name} is not set, or empty` } : { value };
}

/** The value alone. @throws {CliError} when there is none. */
export function readOutside(reference: Reference, sources: ExternalSources): string | undefined {
  const found = findOutside(reference, sources);
  if (found !== undefined && 'problem' in found) throw misuse(`A reference leads nowhere: ${found.problem}.`);
  return found?.value;
}

/** A line end at the end, which editors and `echo` put there, is no part of it. */
function readSecretFile(path: string): { value: string } | { problem: string } {
  try {
    const found = statSync(path);
    if (!found.isFile()) return { problem: `${path} is no file` };
    if (found.size > fileBytesMax) return { problem: `${path} is too large for a secret` };
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return value === '' ? { problem: `${path} is empty` } : { value };
  } catch (error) {
    return { problem: `${path} cannot be read: ${errorMessage(error)}` };
  }
}
