import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isJsonObject } from '../../core/json.ts';
import { readTextFile, writePrivateFile } from './private-file.ts';
import { StartProblem } from '../problem.ts';

/** What start makes up once and keeps: passwords of the embedded PostgreSQL, and the pepper of API keys. */
export interface Secrets {
  /** Passwords of the logins: the superuser, the owner of the tables, the application, the relay, the demo's target. */
  postgres: string;
  hub_owner: string;
  hub_app: string;
  hub_relay: string;
  hub_demo: string;
  /** API keys are hashed with it: without it no stored key is valid any more. */
  pepper: string;
}

const lengthMin = 32;

/**
 * @param databaseDirectory Data that was made with the secrets: where it is there, they are not made anew.
 * @throws {StartProblem} when the file is there and not readable as one of ours, which is never overwritten; or when it
 *   is lost.
 */
export function ensureSecrets(file: string, databaseDirectory: string): Secrets {
  const stored = readTextFile(file);
  if (stored !== undefined) return parse(file, stored);
  if (existsSync(databaseDirectory)) throw unusable(`${file} is missing: the passwords of ${databaseDirectory}.`);
  const secrets = collect(() => randomBytes(32).toString('hex'));
  writePrivateFile(file, `${JSON.stringify(secrets, undefined, 2)}\n`);
  return secrets;
}

function parse(file: string, stored: string): Secrets {
  try {
    const secrets: unknown = JSON.parse(stored);
    return collect((name) => readSecret(secrets, name));
  } catch {
    throw unusable(`The passwords in ${file} cannot be read.`);
  }
}

function collect(valueOf: (name: keyof Secrets) => string): Secrets {
  return {
    postgres: valueOf('postgres'),
    hub_owner: valueOf('hub_owner'),
    hub_app: valueOf('hub_app'),
    hub_relay: valueOf('hub_relay'),
    hub_demo: valueOf('hub_demo'),
    pepper: valueOf('pepper'),
  };
}

function readSecret(secrets: unknown, name: keyof Secrets): string {
  const secret = isJsonObject(secrets) ? secrets[name] : undefined;
  if (typeof secret !== 'string' || secret.length < lengthMin) throw new Error(`${name} is missing.`);
  return secret;
}

function unusable(message: string): StartProblem {
  return new StartProblem(
    message,
    `Restore the file from a backup. Without one the stored data is lost: move the folder away and start over.`,
  );
}
