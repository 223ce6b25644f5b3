import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { findReferences, toReference } from '../core/pure/references.ts';
import { isId } from './ids.ts';
import { findKind, type Kind, kinds } from './kinds.ts';
import { parseDocuments, type Path } from './parse-documents.ts';
import { type Problem, UnusableFiles } from './problem.ts';

/** Where a resource stands. */
interface Origin {
  file: string;
  /** Of the file, which paths in it are relative to. */
  folder: string;
  /** In which line of the file a member is, or as much of its path as there is. */
  lineOf(path: Path): number;
}

/** A resource as a file says it, with references in the place of ids. */
export interface Manifest extends Origin {
  kind: Kind;
  name: string;
  active: boolean;
  members: JsonObject;
}

/** A file as it was read. */
export interface FileText {
  /** Its name, for messages. */
  file: string;
  /** That paths in it are relative to. */
  folder: string;
  text: string;
}

/**
 * Reads the resources of files. Each may hold several: documents of YAML, or a list.
 *
 * @throws {UnusableFiles} that lists everything that is wrong with all of them.
 */
export async function readManifests(files: readonly FileText[]): Promise<Manifest[]> {
  const problems: Problem[] = [];
  const manifests: Manifest[] = [];
  for (const { file, folder, text } of files) {
    const parsed = await parseDocuments(text);
    problems.push(...parsed.problems.map((problem) => ({ file, ...problem })));
    for (const { value, lineOf } of parsed.documents) {
      const several = Array.isArray(value);
      for (const [index, one] of (several ? value : [value]).entries()) {
        const origin = { file, folder, lineOf: (path: Path): number => lineOf(several ? [index, ...path] : path) };
        const manifest = toManifest(one, origin, problems);
        if (manifest !== undefined) manifests.push(manifest);
      }
    }
  }
  const seen = new Map<string, string>();
  for (const { kind, name, file, lineOf } of manifests) {
    const key = `${kind.name} "${name}"`;
    const other = seen.get(key);
    if (other !== undefined) problems.push({ file, line: lineOf([]), message: `${key} stands in ${other} already.` });
    seen.set(key, file);
  }
  if (problems.length > 0) throw new UnusableFiles('The files are not usable.', problems);
  return manifests;
}

function toManifest(document: Json, origin: Origin, problems: Problem[]): Manifest | undefined {
  const { kind: kindName, name, active, ...members }: JsonObject = isJsonObject(document) ? document : {};
  const { file, lineOf } = origin;
  const refuse = (path: Path, message: string): void => void problems.push({ file, line: lineOf(path), message });
  const kind = typeof kindName === 'string' ? findKind(kindName) : undefined;
  if (kind === undefined) {
    refuse(['kind'], `kind must be one of ${kinds.map((known) => known.name).join(', ')}.`);
    return undefined;
  }
  if (typeof name !== 'string' || name === '') {
    refuse(['name'], `name must be a text: it is what the ${kind.name} is known by.`);
    return undefined;
  }
  if (findReferences(name).length > 0) {
    refuse(['name'], `name is what the ${kind.name} is known by, and stands as it is: it takes no \${…}.`);
  }
  if (active !== undefined && (kind.switch === undefined || typeof active !== 'boolean')) {
    refuse(['active'], 'active must be true or false, and only an integration has it.');
  }
  const unknown = Object.keys(members).filter((member) => !kind.members.includes(member));
  if (unknown.length > 0) {
    const known = ['name', ...kind.members, ...(kind.switch === undefined ? [] : ['active'])];
    refuse([unknown[0] ?? ''], `kind ${kind.name} has no ${unknown.join(', ')}. It has ${known.join(', ')}.`);
  }
  return {
    ...origin,
    kind,
    name: name.trim().normalize('NFC'),
    active: active === true,
    members: referToCalendars(referToTables(toMembers(members))),
  };
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
