import { canonicalJson, isJsonObject, type Json } from '../core/json.ts';
import {
  findReferences,
  type Reference,
  resolveReferences,
  toReference,
  toReferences,
} from '../core/pure/references.ts';
import type { Hub } from './call.ts';
import { withoutFilledIn } from './defaults.ts';
import { findDifferences, type Difference } from './differences.ts';
import { ownId } from './ids.ts';
import { isSecretMember, type Kind, kinds, withoutSecrets } from './kinds.ts';
import type { Manifest } from './manifests.ts';
import { type Existing, type Organization, readAgain, readOrganization, toComparable } from './organization.ts';
import { type Outside, readOutside } from './outside.ts';
import type { Path } from './parse-documents.ts';
import { type Problem, UnusableFiles } from './problem.ts';
import { describeResource } from './resource.ts';
import { findMisplacedSecrets, readSecretMember } from './secret-members.ts';

/** One thing that has to be done so that the hub has what the files say. */
export type Step =
  | { action: 'create'; manifest: Manifest }
  | { action: 'change'; manifest: Manifest; existing: Existing; etag: string | undefined; differences: Difference[] }
  | { action: 'delete'; existing: Existing; etag: string | undefined };

export interface Plan {
  steps: readonly Step[];
  unchanged: number;
  /** How many have secrets that are neither compared nor written. */
  secretsKept: number;
  organization: Organization;
}

export interface PlanOptions {
  outside: Outside;
  /** Kinds that are looked at. */
  wanted: readonly Kind[];
  /** What no file holds is deleted. */
  prune: boolean;
  /** Credentials are written again, since nobody can tell whether they differ. */
  renewCredentials: boolean;
  signal: AbortSignal;
}

/** What stands for the id of something that is made by the same plan. */
const notYet = toReference;

/**
 * Compares files with an organization.
 *
 * @throws {UnusableFiles} that lists every name that nothing or more than one thing has, and every variable that is missing.
 */
export async function makePlan(hub: Hub, manifests: readonly Manifest[], options: PlanOptions): Promise<Plan> {
  const { wanted, signal } = options;
  const meant = manifests.filter(({ kind }) => wanted.includes(kind));
  const organization = await readOrganization(hub, kinds, kinds, signal);
  await requireUsable(meant, organization, options);
  const steps: Step[] = [];
  for (const manifest of orderManifests(meant, organization)) {
    const step = await planOne(hub, manifest, organization, options);
    if (step !== undefined) steps.push(step);
  }
  const gone = options.prune ? findGone(meant, organization, wanted) : [];
  for (const existing of gone) {
    const { etag } = await readAgain(
      { hub, kind: existing.kind, connector: organization.connector, signal },
      existing.id,
    );
    steps.push({ action: 'delete', existing, etag });
  }
  const changes = steps.filter(({ action }) => action !== 'delete').length;
  const created = new Set(steps.flatMap((step) => (step.action === 'create' ? [step.manifest] : [])));
  const kept = options.renewCredentials ? [] : meant.filter((one) => !created.has(one) && hasSecrets(one));
  return { steps, unchanged: meant.length - changes, secretsKept: kept.length, organization };
}

function hasSecrets(manifest: Manifest): boolean {
  return Object.entries(manifest.members).some(
    ([name, value]) => isSecretMember(manifest, name) && canonicalJson(value) !== '{}',
  );
}

/** What refers to others goes before them. */
function findGone(
  manifests: readonly Manifest[],
  { existing, nameOf }: Organization,
  wanted: readonly Kind[],
): Existing[] {
  const kept = new Set(manifests.map(describeResource));
  const gone = existing
    .filter((resource) => wanted.includes(resource.kind) && !kept.has(describeResource(resource)))
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  return orderByNeeds(gone, ({ members }) => findReferences(toReferences(members, nameOf))).toReversed();
}

/**
 * Puts what others refer to before these. What the hub has already can be referred to at any time, which matters where things refer
 * to one another.
 *
 * @throws {UnusableFiles} where these are all to be made: none can be the first.
 */
function orderManifests(manifests: readonly Manifest[], organization: Organization): Manifest[] {
  const byKind = manifests.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  const isNew = (reference: Reference): boolean => findId(organization, reference) === undefined;
  const ordered = orderByNeeds(byKind, ({ members }) => findReferences(members));
  if (findEarly(ordered, isNew).length === 0) return ordered;
  const again = orderByNeeds(byKind, ({ members }) => findReferences(members).filter(isNew));
  const early = findEarly(again, isNew);
  if (early.length === 0) return again;
  const problems = early.map(({ manifest: { file, members, lineOf }, needed }) => ({
    file,
    line: lineOf(findPath(members, needed) ?? []),
    message: `${needed.kind} "${needed.name}" refers back to this, so that neither can be the first. Make one without the other, then apply again.`,
  }));
  throw new UnusableFiles('Nothing was changed.', problems);
}

/** What refers to something that is made by the same files, and not before it. */
function findEarly(
  ordered: readonly Manifest[],
  isNew: (reference: Reference) => boolean,
): { manifest: Manifest; needed: Reference }[] {
  const waiting = new Set(ordered.map(describeResource));
  return ordered.flatMap((manifest) => {
    const needed = findReferences(manifest.members).find(
      (reference) => isNew(reference) && waiting.has(`${reference.kind} "${reference.name}"`),
    );
    waiting.delete(describeResource(manifest));
    return needed === undefined ? [] : [{ manifest, needed }];
  });
}

/** Puts what others refer to before these, and leaves everything else in its order. */
function orderByNeeds<One extends Pick<Manifest, 'kind' | 'name'>>(
  all: readonly One[],
  needsOf: (one: One) => readonly Reference[],
): One[] {
  const named = new Map(all.map((one) => [describeResource(one), one]));
  const ordered = new Set<One>();
  const entered = new Set<One>();
  const add = (one: One): void => {
    if (entered.has(one)) return;
    entered.add(one);
    for (const { kind, name } of needsOf(one)) {
      const needed = named.get(`${kind} "${name}"`);
      if (needed !== undefined) add(needed);
    }
    ordered.add(one);
  };
  for (const one of all) add(one);
  return [...ordered];
}

async function planOne(
  hub: Hub,
  manifest: Manifest,
  organization: Organization,
  { outside, renewCredentials, signal }: PlanOptions,
): Promise<Step | undefined> {
  const { kind, folder } = manifest;
  const known = organization.existing.find((one) => describeResource(one) === describeResource(manifest));
  if (known === undefined) return { action: 'create', manifest };
  const secret = (member: string): boolean => isSecretMember(manifest, member);
  const resolve = (reference: Reference): string =>
    readOutside(outside, reference, folder) ?? findId(organization, reference) ?? notYet(reference);
  const wished = resolveReferences(withoutSecrets(manifest), resolve);
  const comparable = await toComparable(isJsonObject(wished) ? wished : {}, kind, organization.connector);
  const differ = (existing: Existing): Difference[] => [
    ...findDifferences(withoutFilledIn(withoutSecrets(existing), comparable), comparable),
    ...(existing.active === manifest.active
      ? []
      : [{ path: 'active', before: existing.active, after: manifest.active }]),
    ...(renewCredentials ? Object.keys(manifest.members).filter(secret) : []).map((path): Difference => ({
      path,
      before: undefined,
      after: undefined,
    })),
  ];
  if (differ(known).length === 0) return undefined;
  // Its version is read with it, so that nobody's change in between is lost.
  const { existing, etag } = await readAgain({ hub, kind, connector: organization.connector, signal }, known.id);
  return { action: 'change', manifest, existing, etag, differences: differ(existing) };
}

/** The id of what a reference names; `undefined` where the hub has no such thing. */
export function findId({ id, existing }: Organization, { kind, name }: Reference): string | undefined {
  if (kind === ownId.kind && name === ownId.name) return id;
  return existing.find((one) => one.kind.name === kind && one.name === name)?.id;
}

/** @throws {UnusableFiles} that lists everything that would stop the plan halfway. */
async function requireUsable(
  manifests: readonly Manifest[],
  organization: Organization,
  { outside, renewCredentials }: PlanOptions,
): Promise<void> {
  const problems: Problem[] = [];
  for (const manifest of manifests) {
    const isNew = findId(organization, { kind: manifest.kind.name, name: manifest.name }) === undefined;
    const isSent = isNew || renewCredentials;
    const mentioned = [
      { kind: manifest.kind.name, name: manifest.name },
      ...findReferences(isSent ? manifest.members : withoutSecrets(manifest)),
    ];
    const missing = mentioned.flatMap((one) => checkReference(one, manifest, manifests, organization, outside));
    problems.push(...findMisplacedSecrets(manifest), ...missing);
    if (isSent && missing.length === 0) problems.push(...(await findUnreadableSecrets(manifest, outside)));
  }
  if (problems.length > 0) throw new UnusableFiles('Nothing was changed.', problems);
}

/** What a secret is for the hub only shows when it is sent; that it can be sent at all shows before. */
async function findUnreadableSecrets(manifest: Manifest, outside: Outside): Promise<Problem[]> {
  const { members, folder } = manifest;
  const problems: Problem[] = [];
  for (const member of Object.keys(members).filter((name) => isSecretMember(manifest, name))) {
    const resolve = (reference: Reference): string => readOutside(outside, reference, folder) ?? notYet(reference);
    const read = await readSecretMember(manifest, member, resolve);
    if ('problem' in read) problems.push(read.problem);
  }
  return problems;
}

function checkReference(
  reference: Reference,
  { file, folder, members, lineOf }: Manifest,
  manifests: readonly Manifest[],
  { existing }: Organization,
  outside: Outside,
): Problem[] {
  const { kind, name } = reference;
  const refuse = (message: string): Problem[] => [{ file, line: lineOf(findPath(members, reference) ?? []), message }];
  const found = outside(reference, folder);
  if (found !== undefined) return 'problem' in found ? refuse(`${found.problem}.`) : [];
  if (kind === ownId.kind && name === ownId.name) return [];
  const ids = existing.flatMap((one) => (one.kind.name === kind && one.name === name ? [one.id] : []));
  const isMade = manifests.some((manifest) => manifest.kind.name === kind && manifest.name === name);
  if (ids.length > 1) return refuse(`more than one ${kind} is named "${name}": ${ids.join(', ')}. Rename one.`);
  return ids.length === 1 || isMade ? [] : refuse(`there is no ${kind} named "${name}", and no file makes one.`);
}

/** Where a value refers to something first. */
function findPath(value: Json, reference: Reference): Path | undefined {
  const isMeant = ({ kind, name }: Reference): boolean => kind === reference.kind && name === reference.name;
  if (!findReferences(value).some(isMeant)) return undefined;
  const members: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  for (const [name, member] of members) {
    const inner = findPath(member, reference);
    if (inner !== undefined) return [name, ...inner];
  }
  return [];
}
