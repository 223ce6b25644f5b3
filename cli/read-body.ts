import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { HubClient } from '../client/hub-client.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { errorMessage } from '../core/errors.ts';
import { misuse } from './cli-error.ts';
import type { BodyFacts } from './command-facts.ts';
import type { CliContext } from './context.ts';
import { findByName } from './names.ts';
import { type OptionValues, readOptions } from './options.ts';
import { findReferences, readVariable, resolveReferences } from './references.ts';

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
  const body: JsonObject = { ...written, ...(await readOptions(facts.members, options)) };
  if (file === undefined && Object.keys(body).length === 0 && facts.required !== true) return undefined;
  const ids = new Map<string, string>();
  for (const { kind, name } of findReferences(body)) {
    const found = kind === 'env' ? readVariable(context.env, name) : await findByName(hub, kind, name);
    ids.set(`${kind}:${name}`, found);
  }
  return resolveReferences(body, ({ kind, name }) => ids.get(`${kind}:${name}`) ?? '');
}

async function readObject(context: CliContext, file: string): Promise<JsonObject> {
  const text = file === '-' ? await readAll(context.stdin) : await readText(resolve(context.cwd, file));
  const value = await parseYaml(text, file);
  if (isJsonObject(value)) return value;
  throw misuse(`${file === '-' ? 'Standard input' : file} holds no object.`);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw misuse(`${file} cannot be read: ${errorMessage(error)}.`);
  }
}

/** Reads YAML, and thereby JSON. @throws {CliError} with line and column of what is wrong. */
export async function parseYaml(text: string, file: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    // Aliases would let a small file grow without bounds.
    return parse(text, { maxAliasCount: 100, prettyErrors: true });
  } catch (error) {
    throw misuse(`${file === '-' ? 'Standard input' : file} is neither YAML nor JSON: ${errorMessage(error)}`);
  }
}
