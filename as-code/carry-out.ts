import { HubApiError } from '../client/hub-api-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { callOperation, type Hub } from './call.ts';
import { type Outside, readOutside } from './outside.ts';
import { findReferences, type Reference, resolveReferences } from '../core/pure/references.ts';
import { readPath, toText } from './values.ts';
import { isSecretMember } from './kinds.ts';
import type { Manifest } from './manifests.ts';
import type { Existing } from './organization.ts';
import { findId, type Plan, type Step } from './plan.ts';
import { UnusableFiles } from './problem.ts';
import { describeResource } from './resource.ts';
import { readSecretMember } from './secret-members.ts';

/** How a step ended. */
export type Outcome = { step: Step } & (
  | { status: 'done'; warnings: readonly string[] }
  /** `stale`: somebody made or changed it after the plan was made. */
  | { status: 'failed' | 'stale'; error: unknown }
  /** What it refers to could not be made, or something could not whose place a deletion would have left empty. */
  | { status: 'skipped'; because: string }
);

export interface ApplyDeps {
  hub: Hub;
  outside: Outside;
  signal: AbortSignal;
  /** Puts a secret away that is shown only once. */
  keepSecret(resource: string, secret: JsonObject): Promise<void>;
}

/**
 * Does the steps of a plan, one after the other.
 *
 * What fails stops nothing but what refers to it, and deletions: it may be what was to take the place. Being told to stop, or losing
 * the hub, ends it between two steps: what is done is done, and the next plan has the rest.
 */
export async function* carryOut(plan: Plan, deps: ApplyDeps): AsyncGenerator<Outcome, void> {
  const made = new Map<string, string>();
  const failed = new Set<string>();
  for (const step of plan.steps) {
    deps.signal.throwIfAborted();
    const [first] = failed;
    const because = step.action === 'delete' ? first : findFailed(step.manifest, failed);
    const outcome: Outcome =
      because === undefined ? await doStep(step, plan, made, deps) : { step, status: 'skipped', because };
    if (outcome.status !== 'done' && step.action !== 'delete') failed.add(describeResource(step.manifest));
    yield outcome;
  }
}

function findFailed({ members }: Manifest, failed: ReadonlySet<string>): string | undefined {
  return findReferences(members)
    .map(({ kind, name }) => `${kind} "${name}"`)
    .find((resource) => failed.has(resource));
}

async function doStep(step: Step, plan: Plan, made: Map<string, string>, deps: ApplyDeps): Promise<Outcome> {
  try {
    if (step.action === 'delete') {
      await remove(step, deps);
      return { step, status: 'done', warnings: [] };
    }
    const members = await toBody(step, plan, made, deps.outside);
    const saved = step.action === 'create' ? await create(step, members, deps) : await change(step, members, deps);
    if (step.action === 'create') made.set(describeResource(step.manifest), toText(saved['id']));
    return { step, status: 'done', warnings: describeWarnings(saved) };
  } catch (error) {
    if (!(error instanceof HubApiError)) throw error;
    return { step, status: error.status === 412 ? 'stale' : 'failed', error };
  }
}

/** What the hub takes and holds for a mistake. */
function describeWarnings({ warnings }: JsonObject): string[] {
  return (Array.isArray(warnings) ? warnings : []).map(
    (warning) => `${toText(readPath(warning, 'path'))}: ${toText(readPath(warning, 'message'))}`,
  );
}

/** What a file says, as the API takes it: ids and values in the place of references. @throws {UnusableFiles} */
export async function toBody(
  step: Exclude<Step, { action: 'delete' }>,
  plan: Plan,
  made: ReadonlyMap<string, string>,
  outside: Outside,
): Promise<JsonObject> {
  const { members, folder } = step.manifest;
  const resolve = (reference: Reference): string =>
    readOutside(outside, reference, folder) ??
    made.get(`${reference.kind} "${reference.name}"`) ??
    findId(plan.organization, reference) ??
    '';
  const body: JsonObject = {};
  for (const [member, value] of Object.entries(members)) {
    const isSecret = isSecretMember(step.manifest, member);
    const isWanted = step.action === 'create' || step.differences.some(({ path }) => path === member);
    if (isSecret && !isWanted) continue;
    if (!isSecret) body[member] = resolveReferences(value, resolve);
    else {
      const read = await readSecretMember(step.manifest, member, resolve);
      if ('problem' in read) throw new UnusableFiles('It cannot be sent.', [read.problem]);
      body[member] = read.value;
    }
  }
  return body;
}

async function create(
  { manifest }: { manifest: Manifest },
  body: JsonObject,
  { hub, signal, keepSecret }: ApplyDeps,
): Promise<JsonObject> {
  const { kind, name, active } = manifest;
  const creatable = Object.entries(body).filter(([member]) => kind.creatable.has(member));
  const needed = kind.parts.has('credentials') ? { credentials: {} } : {};
  const input = { body: { name, ...needed, ...Object.fromEntries(creatable) } };
  // Somebody may have made one of this name since the plan was made: two would both be known by it.
  const { data } = await callOperation(hub, kind.create, input, { signal, ifNoneMatch: '*' });
  const record = isJsonObject(data) ? data : {};
  const id = toText(record['id']);
  const { secret, client_secret: clientSecret } = record;
  const secrets = { ...(secret ? { secret } : {}), ...(clientSecret ? { client_secret: clientSecret } : {}) };
  if (Object.keys(secrets).length > 0) await keepSecret(describeResource(manifest), { id, ...secrets });
  const later = Object.entries(body).filter(([member]) => !kind.creatable.has(member));
  if (later.length > 0) {
    await callOperation(hub, kind.replace, { params: { id }, body: Object.fromEntries(later) }, { signal });
  }
  if (active && kind.switch !== undefined) {
    await callOperation(hub, kind.switch.on, { params: { id } }, { signal });
  }
  return record;
}

/** @returns the resource as the hub shows it after its own members changed; nothing where only parts of it did. */
async function change(
  { manifest, existing, etag, differences }: Extract<Step, { action: 'change' }>,
  body: JsonObject,
  { hub, signal }: ApplyDeps,
): Promise<JsonObject> {
  const { kind, active } = manifest;
  const params = { id: existing.id };
  const changed = new Set(differences.map(({ path }) => path.split('.')[0] ?? ''));
  let version = etag;
  const call = async (operation: string, input: { body?: Json; params?: { revision: string } }): Promise<Json> => {
    const options = { signal, ...(version === undefined ? {} : { ifMatch: version }) };
    const { data, etag: next } = await callOperation(
      hub,
      operation,
      { ...input, params: { ...params, ...input.params } },
      options,
    );
    version = next;
    return data;
  };
  const replaceParts = async (areFirst: boolean): Promise<void> => {
    for (const [member, { replace, takes = [] }] of kind.parts) {
      const value = body[member] ?? kind.defaults[member];
      if (!changed.has(member) || value === undefined || areFirst !== takes.length > 0) continue;
      const taken: JsonObject = {};
      for (const other of takes) {
        const said = body[other];
        if (changed.has(other) && said !== undefined) taken[other] = said;
      }
      await call(replace, { body: { [member]: value, ...taken } });
    }
  };
  // Credentials and where they are sent change in one call, or not at all.
  await replaceParts(true);
  const own = kind.members.filter((member) => !kind.parts.has(member));
  const saved = own.some((member) => changed.has(member))
    ? await call(kind.replace, { body: toReplacement(own, body, existing, kind.defaults) })
    : {};
  await replaceParts(false);
  const record = isJsonObject(saved) ? saved : {};
  const { revision, active_revision: used } = record;
  // Where the newest revision says already what the file says, nothing was saved, and runs go on with an older one.
  if (used !== undefined && used !== revision)
    await call('activateIntegrationRevision', { params: { revision: toText(revision) } });
  if (kind.switch !== undefined && active !== existing.active) await call(kind.switch[active ? 'on' : 'off'], {});
  return record;
}

/**
 * Every member as the file says it; what it leaves out goes back to what the hub takes by itself, or away. A secret that is not
 * sent stays: what the hub shows of it changes nothing.
 */
function toReplacement(
  members: readonly string[],
  body: JsonObject,
  before: Existing,
  defaults: Readonly<Record<string, Json>>,
): JsonObject {
  return Object.fromEntries(
    members.flatMap((member): [string, Json][] => {
      if (body[member] !== undefined) return [[member, body[member]]];
      const shown = before.members[member];
      if (shown === undefined) return [];
      return [[member, isSecretMember(before, member) ? shown : (defaults[member] ?? null)]];
    }),
  );
}

async function remove(
  { existing, etag }: Extract<Step, { action: 'delete' }>,
  { hub, signal }: ApplyDeps,
): Promise<void> {
  const options = { signal, ...(etag === undefined ? {} : { ifMatch: etag }) };
  await callOperation(hub, existing.kind.remove, { params: { id: existing.id } }, options);
}
