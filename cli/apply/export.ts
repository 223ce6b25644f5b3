import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { CliError, misuse } from '../cli-error.ts';
import type { CliContext, GlobalOptions } from '../context.ts';
import type { Ending } from '../exit-codes.ts';
import { openHub } from '../find-hub.ts';
import { say } from '../print.ts';
import { toReferences } from '../references.ts';
import { toText } from '../values.ts';
import { readKinds } from './apply.ts';
import { kinds } from './kinds.ts';
import { type Existing, type Organization, readOrganization } from './organization.ts';
import { describeResource } from './resource.ts';

export interface ExportOptions extends GlobalOptions {
  kinds?: string;
  overwrite?: boolean;
}

/** Writes an organization into a folder, a file for each resource, as `hub apply` takes it. Holds no secrets. */
export async function exportTo(context: CliContext, folder: string, options: ExportOptions): Promise<Ending> {
  const root = resolve(context.cwd, folder);
  const wanted = readKinds(options.kinds);
  const found = await readdir(root).catch(() => []);
  if (found.length > 0 && options.overwrite !== true) {
    throw misuse(`${folder} is not empty.`, 'With --overwrite, files of an earlier export are replaced and removed.');
  }
  const hub = await openHub(context, options);
  const organization = await readOrganization(hub, kinds, wanted, context.signal);
  requireOneOfEach(organization);
  const { stringify } = await import('yaml');
  for (const { group, name } of wanted) {
    const own = organization.existing.filter(({ kind }) => kind.name === name);
    if (own.length > 0) await mkdir(join(root, group), { recursive: true });
    const written = new Set<string>();
    for (const resource of own) {
      const file = nameFile(resource.name, written);
      const text = stringify(await toManifest(resource, organization), { lineWidth: 0, aliasDuplicateObjects: false });
      await writeFile(join(root, group, file), text);
    }
    await removeOthers(join(root, group), written);
  }
  say(context, `${organization.existing.length} resources were written to ${folder}.`);
  return 'done';
}

/** Names are what files refer by, so no two of a kind can have the same. */
function requireOneOfEach({ existing }: Organization): void {
  const byName = Map.groupBy(existing, describeResource);
  const doubled = [...byName].filter(([, resources]) => resources.length > 1);
  if (doubled.length === 0) return;
  const lines = doubled.map(([what, resources]) => `${what}: ${resources.map(({ id }) => id).join(', ')}`);
  throw new CliError('conflict', ['Some have the same name. Rename all but one of each:', ...lines].join('\n  '));
}

/** `Okta (prod)` → `okta-prod.yaml`, with a number where that is taken. */
function nameFile(name: string, taken: Set<string>): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? 'unnamed';
  const base = words.slice(0, 80);
  let file = `${base}.yaml`;
  for (let number = 2; taken.has(file); number += 1) file = `${base}-${number}.yaml`;
  taken.add(file);
  return file;
}

async function removeOthers(folder: string, written: ReadonlySet<string>): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files) if (file.endsWith('.yaml') && !written.has(file)) await rm(join(folder, file));
}

async function toManifest(resource: Existing, organization: Organization): Promise<JsonObject> {
  const { kind, name, active, members } = resource;
  const referring = toReferences(members, organization.nameOf);
  return {
    kind: kind.name,
    name,
    ...(kind.switch === undefined ? {} : { active }),
    ...(isJsonObject(referring) ? referring : {}),
    ...(kind.parts.has('credentials') ? { credentials: await toCredentials(resource, organization) } : {}),
  };
}

/** Where they come from when it is made anew: nothing where none are needed, otherwise a variable with JSON. */
async function toCredentials({ name, members }: Existing, { connector }: Organization): Promise<Json> {
  const { auth } = await connector(toText(members['service_type']));
  const forms = Array.isArray(auth) ? auth.filter(isJsonObject) : [];
  const needsNone = forms.some(({ credentials_schema: schema }) => isJsonObject(schema) && isEmpty(schema));
  const variable = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  return needsNone ? {} : `\${env:HUB_CREDENTIALS_${variable}}`;
}

function isEmpty({ required, properties }: JsonObject): boolean {
  const isNeeded = Array.isArray(required) && required.length > 0;
  return !isNeeded && Object.keys(isJsonObject(properties) ? properties : {}).length === 0;
}
