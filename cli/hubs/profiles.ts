import { chmod, open, readFile, rename, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorMessage } from '../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { misuse } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { makeFolder } from '../make-folder.ts';

/** A hub that one logged in to: an address with a key, or the file in which a hub of this machine tells both. */
export type Profile = { url: string; apiKey: string } | { file: string };

/** What `hub login` remembers. */
export interface Profiles {
  /** Name of the profile in use. */
  current: string | undefined;
  byName: ReadonlyMap<string, Profile>;
}

/**
 * Where logins are kept: `HUB_CONFIG_DIR`, or `hub` in the folder for configuration.
 *
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function profilesFile({ env }: Pick<CliContext, 'env'>): string {
  const own = env['HUB_CONFIG_DIR'];
  if (own !== undefined && own !== '') return join(own, 'profiles.json');
  const config = env['XDG_CONFIG_HOME'];
  const home = env['HOME'] ?? homedir();
  return join(config === undefined || config === '' ? join(home, '.config') : config, 'hub', 'profiles.json');
}

/** @throws {CliError} when others can read the file, or it is damaged. */
export async function readProfiles(context: Pick<CliContext, 'env'>): Promise<Profiles> {
  const file = profilesFile(context);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return { current: undefined, byName: new Map() };
  if ((found.mode & 0o077) !== 0) {
    throw misuse(`Others than its owner can read the API keys in ${file}.`, `Run: chmod 600 ${file}`);
  }
  const stored = parse(await readFile(file, 'utf8'), file);
  const { current, profiles } = stored;
  return {
    current: typeof current === 'string' ? current : undefined,
    byName: new Map(
      Object.entries(isJsonObject(profiles) ? profiles : {}).flatMap(([name, profile]) => {
        const known = toProfile(profile);
        return known === undefined ? [] : [[name, known]];
      }),
    ),
  };
}

/** @throws {CliError} when the file cannot be written. */
export async function writeProfiles(context: Pick<CliContext, 'env'>, profiles: Profiles): Promise<void> {
  const file = profilesFile(context);
  await replaceFile(file, profiles).catch((error: unknown) => {
    throw misuse(`${file} cannot be written: ${errorMessage(error)}.`, 'HUB_CONFIG_DIR names another folder.');
  });
}

/** Writes beside and renames: a crash leaves the old file or the new one, and nobody else ever reads it. */
async function replaceFile(file: string, { current, byName }: Profiles): Promise<void> {
  const content = { ...(current === undefined ? {} : { current }), profiles: Object.fromEntries(byName) };
  await makeFolder(dirname(file), 0o700);
  const beside = `${file}.${process.pid}.new`;
  const handle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(content, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(beside, 0o600);
  await rename(beside, file);
}

function parse(text: string, file: string): JsonObject {
  try {
    const stored: unknown = JSON.parse(text);
    if (isJsonObject(stored)) return stored;
  } catch {
    // Told below, as any other damage.
  }
  throw misuse(`${file} is damaged.`, 'Remove it and log in again: hub login');
}

function toProfile(stored: Json): Profile | undefined {
  if (!isJsonObject(stored)) return undefined;
  const { url, apiKey, file } = stored;
  if (typeof file === 'string') return { file };
  return typeof url === 'string' && typeof apiKey === 'string' ? { url, apiKey } : undefined;
}
