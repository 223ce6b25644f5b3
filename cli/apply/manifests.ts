import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { errorMessage } from '../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { misuse } from '../cli-error.ts';
import { isId } from '../names.ts';
import { parseDocuments } from '../input/parse-yaml.ts';
import { toReference } from '../input/references.ts';
import { findKind, type Kind, kinds } from './kinds.ts';

/** A resource as a file says it, with references in the place of ids. */
export interface Manifest {
  kind: Kind;
  name: string;
  active: boolean;
  members: JsonObject;
  /** Where it stands, for messages. */
  file: string;
  /** Of the file, which paths in it are relative to. */
  folder: string;
}

/** A file may hold several resources: documents of YAML, or a list. */
const filePattern = /\.(?:ya?ml|json)$/;

/**
 * Reads the resources of a file, or of every file under a folder.
 *
 * @throws {CliError} that lists everything that is wrong with all of them.
 */
export async function readManifests(path: string): Promise<Manifest[]> {
  const problems: string[] = [];
  const manifests: Manifest[] = [];
  for (const file of await listFiles(path)) {
    const shown = relative(path, file) || basename(file);
    for (const document of await readDocuments(file, shown, problems)) {
      const manifest = toManifest(document, { file: shown, folder: dirname(file) }, problems);
      if (manifest !== undefined) manifests.push(manifest);
    }
  }
  const seen = new Map<string, string>();
  for (const { kind, name, file } of manifests) {
    const key = `${kind.name} "${name}"`;
    const other = seen.get(key);
    if (other !== undefined) problems.push(`${file}: ${key} stands in ${other} already.`);
    seen.set(key, file);
  }
  if (problems.length > 0) throw misuse(['The files are not usable.', ...problems].join('\n  '));
  // A path that was mistyped must not be an organization without anything, least of all with --prune.
  if (manifests.length === 0) throw misuse(`${path} holds no resource.`, 'Files end in .yaml, .yml or .json.');
  return manifests;
}

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw misuse(`There is no ${path}.`);
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && filePattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(?:^|\/)(?:\.|node_modules\/)/.test(relative(path, file)))
    .toSorted();
}

async function readDocuments(file: string, shown: string, problems: string[]): Promise<Json[]> {
  try {
    const parsed = await parseDocuments(await readFile(file, 'utf8'));
    problems.push(...parsed.problems.map((problem) => `${shown}: ${problem}`));
    return parsed.values.flat();
  } catch (error) {
    problems.push(`${shown}: ${errorMessage(error)}`);
    return [];
  }
}

function toManifest(
  document: Json,
  { file, folder }: Pick<Manifest, 'file' | 'folder'>,
  problems: string[],
): Manifest | undefined {
  const { kind: kindName, name, active, ...members }: JsonObject = isJsonObject(document) ? document : {};
  const kind = typeof kindName === 'string' ? findKind(kindName) : undefined;
  if (kind === undefined) {
    problems.push(`${file}: kind must be one of ${kinds.map((known) => known.name).join(', ')}.`);
    return undefined;
  }
  if (typeof name !== 'string' || name === '') {
    problems.push(`${file}: name must be a text: it is what the ${kind.name} is known by.`);
    return undefined;
  }
  if (active !== undefined && (kind.switch === undefined || typeof active !== 'boolean')) {
    problems.push(`${file}: active must be true or false, and only an integration has it.`);
  }
  const unknown = Object.keys(members).filter((member) => !kind.members.includes(member));
  if (unknown.length > 0) {
    const known = ['name', ...kind.members, ...(kind.switch === undefined ? [] : ['active'])];
    problems.push(`${file}: kind ${kind.name} has no ${unknown.join(', ')}. It has ${known.join(', ')}.`);
  }
  const resource = {
    kind,
    name: name.trim().normalize('NFC'),
    active: active === true,
    members: referToCalendars(referToTables(toMembers(members))),
  };
  return { ...resource, file, folder };
}

/**
 * The hub takes `lookup: { table: NAME }` and keeps the table's id. As a reference it compares with that, and the table
 * may be made by the same files.
 */
function referToTables(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]): [string, Json] => {
      if (name === 'mapping' && Array.isArray(member)) return [name, member.map(referToTable)];
      return [name, name === 'steps' ? referInSteps(member) : member];
    }),
  );
}

/** The same within steps, whatever their kinds; the options of connectors are their own. */
function referInSteps(value: Json): Json {
  if (Array.isArray(value)) return value.map(referInSteps);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, Json] => {
      if (name === 'mapping' && Array.isArray(member)) return [name, member.map(referToTable)];
      return [name, name === 'options' ? member : referInSteps(member)];
    }),
  );
}

function referToTable(rule: Json): Json {
  const lookup = isJsonObject(rule) && isJsonObject(rule['lookup']) ? rule['lookup'] : {};
  const { table: name } = lookup;
  const isName = typeof name === 'string' && !name.includes('${') && !isId(name);
  if (!isJsonObject(rule) || !isName || Object.keys(lookup).length > 1) return rule;
  return { ...rule, lookup: { table: toReference({ kind: 'lookup-table', name }) } };
}

/** The same of `only_in` and `not_in`, wherever a definition has them. */
function referToCalendars(members: JsonObject): JsonObject {
  const places = Object.entries(members).map(([name, member]): [string, Json] => {
    const isIn = ['target', 'triggers', 'steps'].includes(name);
    return [name, isIn ? referInWindows(member) : member];
  });
  return referInWindow(Object.fromEntries(places));
}

function referInWindows(value: Json): Json {
  if (Array.isArray(value)) return value.map(referInWindows);
  if (!isJsonObject(value)) return value;
  const inner = Object.entries(value).map(([name, member]): [string, Json] => [
    name,
    ['options', 'mapping', 'set'].includes(name) ? member : referInWindows(member),
  ]);
  return referInWindow(Object.fromEntries(inner));
}

function referInWindow(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([member, name]): [string, Json] => {
      const isName = (member === 'only_in' || member === 'not_in') && typeof name === 'string';
      return [member, isName && !name.includes('${') && !isId(name) ? toReference({ kind: 'calendar', name }) : name];
    }),
  );
}

/** A member that is null is one that is left out. */
function toMembers(members: Readonly<Record<string, Json>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
