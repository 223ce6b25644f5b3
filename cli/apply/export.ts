import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isSecretMember, kinds } from '../../as-code/kinds.ts';
import { type Existing, type Organization, readOrganization } from '../../as-code/organization.ts';
import { describeResource } from '../../as-code/resource.ts';
import { toText } from '../../as-code/values.ts';
import { errorMessage } from '../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { CliError, misuse } from '../cli-error.ts';
import type { CliContext, GlobalOptions } from '../context.ts';
import type { Ending } from '../exit-codes.ts';
import { openHub } from '../hubs/find-hub.ts';
import { makeFolder } from '../make-folder.ts';
import { say } from '../output/print.ts';
import { escapeSecretObjects, readSecretName, toReferences, toSecretReference } from '../../core/pure/references.ts';
import { readKinds } from './apply.ts';

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
  await makeFolder(root).catch((error: unknown) => {
    throw misuse(`${folder} cannot be made: ${errorMessage(error)}.`);
  });
  const hub = await openHub(context, options);
  const organization = await readOrganization(hub, kinds, wanted, context.signal);
  requireOneOfEach(organization);
  const variables = new Set<string>();
  for (const { group, name } of wanted) {
    const own = organization.existing.filter(({ kind }) => kind.name === name);
    if (own.length > 0) await makeFolder(join(root, group));
    const written = new Set<string>();
    for (const resource of own) {
      const file = nameFile(resource.name, written);
      await writeFile(join(root, group, file), await toFile(await toManifest(resource, organization, variables)));
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

/** `Ökta (prod)` → `okta`, `prod` */
function toWords(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[a-z0-9]+/g) ?? ['unnamed'];
}

/** `Okta (prod)` → `okta-prod.yaml`, with a number where that is taken. */
function nameFile(name: string, taken: Set<string>): string {
  const base = toWords(name).join('-').slice(0, 80);
  return findFree(taken, (number) => `${base}${number === 1 ? '' : `-${number}`}.yaml`);
}

/** `HUB_CREDENTIALS_` or `HUB_URL_`, and the name: `Okta (prod)` → `HUB_CREDENTIALS_OKTA_PROD`, with a number where another one has that. */
function nameVariable(what: 'credentials' | 'url', name: string, taken: Set<string>): string {
  const base = ['hub', what, ...toWords(name)].join('_').toUpperCase();
  return findFree(taken, (number) => `${base}${number === 1 ? '' : `_${number}`}`);
}

function findFree(taken: Set<string>, spell: (number: number) => string): string {
  let number = 1;
  while (taken.has(spell(number))) number += 1;
  taken.add(spell(number));
  return spell(number);
}

async function removeOthers(folder: string, written: ReadonlySet<string>): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files) if (file.endsWith('.yaml') && !written.has(file)) await rm(join(folder, file));
}

async function toManifest(resource: Existing, organization: Organization, variables: Set<string>): Promise<JsonObject> {
  const { kind, name, active, members } = resource;
  const referring = escapeSecretObjects(toReferences(members, organization.nameOf));
  return {
    kind: kind.name,
    name,
    ...(kind.switch === undefined ? {} : { active }),
    ...(isJsonObject(referring) ? referring : {}),
    ...toAddress(resource, variables),
    ...(kind.parts.has('credentials') ? { credentials: await toCredentials(resource, organization, variables) } : {}),
  };
}

/** References to secrets, which other texts have escaped, become tags. */
async function toFile(manifest: JsonObject): Promise<string> {
  const { Document, visit } = await import('yaml');
  const document = new Document(manifest, { aliasDuplicateObjects: false, merge: true });
  visit(document, {
    Scalar: (_, node) => {
      const name = typeof node.value === 'string' ? readSecretName(node.value) : undefined;
      if (name !== undefined) Object.assign(node, { value: name, tag: '!secret' });
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** The address of a chat, of which the hub shows its origin only. */
function toAddress(resource: Existing, variables: Set<string>): JsonObject {
  return isSecretMember(resource, 'url')
    ? { url: toSecretReference(nameVariable('url', resource.name, variables)) }
    : {};
}

/** Where they come from when it is made anew: nothing where none are needed, otherwise a variable with JSON. */
async function toCredentials(
  { name, members }: Existing,
  { connector }: Organization,
  variables: Set<string>,
): Promise<Json> {
  const { auth } = await connector(toText(members['service_type']));
  const forms = Array.isArray(auth) ? auth.filter(isJsonObject) : [];
  const needsNone = forms.some(({ credentials_schema: schema }) => isJsonObject(schema) && isEmpty(schema));
  return needsNone ? {} : toSecretReference(nameVariable('credentials', name, variables));
}

function isEmpty({ required, properties }: JsonObject): boolean {
  const isNeeded = Array.isArray(required) && required.length > 0;
  return !isNeeded && Object.keys(isJsonObject(properties) ? properties : {}).length === 0;
}
