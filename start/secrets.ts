import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { readTextFile, writePrivateFile } from './private-file.ts';
import { StartProblem } from './problem.ts';

const text = z.string().min(32);

/** What start makes up once and keeps: passwords of the embedded PostgreSQL, and the pepper of API keys. */
const secretsSchema = z.object({
  /** Passwords of the logins: the superuser, the owner of the tables, the application, the relay, the demo's target. */
  postgres: text,
  hub_owner: text,
  hub_app: text,
  hub_relay: text,
  hub_demo: text,
  /** API keys are hashed with it: without it no stored key is valid any more. */
  pepper: text,
});

export type Secrets = z.infer<typeof secretsSchema>;

/**
 * @param databaseDirectory Data that was made with the secrets: where it is there, they are not made anew.
 * @throws {StartProblem} when the file is there and not readable as one of ours, which is never overwritten; or when it
 *   is lost.
 */
export function ensureSecrets(file: string, databaseDirectory: string): Secrets {
  const stored = readTextFile(file);
  if (stored !== undefined) return parse(file, stored);
  if (existsSync(databaseDirectory)) throw unusable(`${file} is missing: the passwords of ${databaseDirectory}.`);
  const names = Object.keys(secretsSchema.shape);
  const secrets = secretsSchema.parse(Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('hex')])));
  writePrivateFile(file, `${JSON.stringify(secrets, undefined, 2)}\n`);
  return secrets;
}

function parse(file: string, stored: string): Secrets {
  try {
    return secretsSchema.parse(JSON.parse(stored));
  } catch {
    throw unusable(`The passwords in ${file} cannot be read.`);
  }
}

function unusable(message: string): StartProblem {
  return new StartProblem(
    message,
    `Restore the file from a backup. Without one the stored data is lost: move the folder away and start afresh.`,
  );
}
