import { dirname, resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { HubClient } from '../../client/hub-client.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { misuse } from '../cli-error.ts';
import type { BodyFacts } from '../command-facts.ts';
import type { CliContext } from '../context.ts';
import { findByName } from '../names.ts';
import { type OptionValues, readOptions } from '../options.ts';
import { findOutside, readOutside, type ExternalSources } from './outside.ts';
import { nameInput, parseYaml } from './parse-yaml.ts';
import { findReferences, resolveReferences } from '../../core/pure/references.ts';
import { readText } from './read-text.ts';
import { isForApply, isResource } from './resource-files.ts';

/** What the body of a call is made of: a file, and options that win over it. */
export interface BodySource {
  facts: BodyFacts;
  /** Path of a YAML or JSON file; `-` for standard input. */
  file: string | undefined;
  options: OptionValues;
}

/**
 * Puts the body of a call together, and ids in the place of names that it refers to.
 *
 * @returns `undefined` where nothing was said and nothing is needed.
 */
export async function readBody(context: CliContext, hub: HubClient, source: BodySource): Promise<Json | undefined> {
  const { facts, file, options } = source;
  const written = file === undefined ? {} : await readObject(context, file);
  const body: JsonObject = { ...written, ...(await readOptions(facts.members, options, context.cwd)) };
  if (file === undefined && Object.keys(body).length === 0 && facts.required !== true) return undefined;
  const sources = { env: context.env, folder: toFolder(context, file) };
  requireOutside(body, sources);
  const ids = new Map<string, string>();
  for (const { kind, name } of findReferences(body)) {
    const found = readOutside({ kind, name }, sources) ?? (await findByName(hub, kind, name));
    ids.set(`${kind}:${name}`, found);
  }
  return resolveReferences(body, ({ kind, name }) => ids.get(`${kind}:${name}`) ?? '');
}

/** Paths are relative to the file in which they stand. */
function toFolder({ cwd }: CliContext, file: string | undefined): string {
  return file === undefined || file === '-' ? cwd : dirname(resolve(cwd, file));
}

/** @throws {CliError} that names everything that is missing. */
function requireOutside(body: JsonObject, sources: ExternalSources): void {
  const problems = findReferences(body).flatMap((reference) => {
    const found = findOutside(reference, sources);
    return found !== undefined && 'problem' in found ? [found.problem] : [];
  });
  if (problems.length > 0) throw misuse(`Nothing was sent: ${problems.join('; ')}.`);
}

async function readObject(context: CliContext, file: string): Promise<JsonObject> {
  const text = file === '-' ? await readAll(context.stdin) : await readText(resolve(context.cwd, file));
  const value = await parseYaml(text, file);
  const name = nameInput(file);
  if (isResource(value)) throw isForApply(name);
  if (isJsonObject(value)) return value;
  throw misuse(`${name} holds no object.`);
}
