import { toOwnAddress, withSingleSlashes } from '../base-url.ts';
import type { Json, JsonObject } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import type { Effect } from '../../../../core/records.ts';
import type { Fault } from '../../../kit/fault.ts';
import type { HttpFind, HttpPages, HttpWrite, RequestTemplate } from '../../../kit/http/operations.ts';
import { addIncremental } from './incremental.ts';
import { type LockValue, withRest } from './lock.ts';
import { readPageCursor } from './page-cursor.ts';
import { type PageParameters, toPageParameters } from './pagination.ts';
import { withMember, withoutMember } from './members.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import { renderBody, renderRecord } from './plan-body.ts';
import {
  encodeStrictly,
  findUnwritable,
  listHoles,
  parseTemplate,
  renderUrlPart,
  type UnfilledReason,
} from '../../../kit/template.ts';

/** A complete request, except for its credentials. */
export interface RequestPlan {
  method: RequestTemplate['method'];
  /** Absolute. */
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** The path before anything was filled in. */
  path?: string | undefined;
  /** The vendor's host that the address replaces; signatures derive the service from it. */
  vendorHost?: string | undefined;
}

/** The inputs of every request of a connection. */
export interface PlanScope {
  baseUrl: string;
  /** What `baseUrl` stands in for, where the connection has an address of its own. */
  vendorUrl?: string | undefined;
  /** Parts of hosts that the connector makes of its configuration: `names.NAME`. */
  names?: JsonObject | undefined;
  config: JsonObject;
  /** Fields of the credentials that are not secret. */
  auth?: JsonObject | undefined;
  /** Values of further holes: `parent.NAME` of a read per parent, `job.id` of an export. */
  holes?: JsonObject | undefined;
}

export type Planned = { ok: true; plan: RequestPlan } | { ok: false; fault: Fault };

/** Plans the read of one page, or the call that comes before the first. Pure. */
export function planPage(read: HttpPages, cursor: Json, scope: PlanScope): Planned {
  const { at, opened, since, part = 0 } = readPageCursor(cursor);
  if (read.open !== undefined && opened === undefined) return planRequest(read.open.request, scope, readNothing);
  const page = toPageParameters(read.paginate, cursor);
  if (read.incremental !== undefined) addIncremental(read.incremental, cursor, page, scope.config);
  const readHole: Read = (name) => (Object.hasOwn(page.holes, name) ? page.holes[name] : undefined);
  const { incremental } = read;
  const changes =
    incremental?.kind === 'change_requests' && since !== undefined ? incremental.requests[part] : undefined;
  const request = changes ?? (at === undefined ? read.request : (read.nextRequest ?? read.request));
  return planRequest(request, scope, readHole, page);
}

/** Plans the read of one file of a folder. Pure. */
export function planEntry(request: RequestTemplate, entry: JsonObject, scope: PlanScope): Planned {
  return planRequest(request, scope, (name) =>
    name.startsWith('entry.') ? readPath(entry, name.slice(6)) : undefined,
  );
}

/** Plans the search for records by some values of a field. Pure. */
export function planSearch(
  { request, separator }: HttpFind,
  key: string,
  values: readonly string[],
  scope: PlanScope,
): Planned {
  const holes: JsonObject = { key, value: values.join(separator) };
  return planRequest(request, scope, (name) => (Object.hasOwn(holes, name) ? holes[name] : undefined));
}

/** Plans a request whose holes are filled from the configuration only. Pure. */
export function planFixed(request: RequestTemplate, scope: PlanScope): Planned {
  return planRequest(request, scope, readNothing);
}

/**
 * Plans one write. Pure: the same effect gives the same request, so that a repeat sends what was sent before.
 *
 * @param targetId The target's own id of the record, where an earlier answer gave it.
 * @returns a fault of kind `validation` with the field that an address needs and the record lacks.
 */
export function planWrite(
  write: HttpWrite,
  effect: Effect,
  targetId: string | undefined,
  scope: PlanScope,
  lock?: LockValue,
): Planned {
  const template = targetId === undefined ? write.request : (write.update ?? write.request);
  const { version, record: kept } = lock ?? {};
  const whole = kept === undefined ? effect.body : withRest(effect.body, write.lock ?? {}, kept);
  const body = toSent(write, template, whole);
  const read = recordReader({ ...effect, body: whole }, targetId);
  const planned = planRequest(template, scope, (name) => (name === '$record' ? body : read(name)));
  if (!planned.ok) return planned;
  const { plan } = planned;
  const { idempotency } = write;
  if (plan.body === undefined && write.body !== 'none' && effect.operation !== 'delete') {
    const token = idempotency.kind === 'client_token' ? idempotency.path : undefined;
    const record = token === undefined ? body : withMember(body, token, effect.effectId);
    const locked = version?.member === undefined ? record : withMember(record, version.member, version.value);
    const { text, contentType } = renderRecord(write, template.method, locked);
    plan.headers['content-type'] ??= contentType;
    plan.body = text;
  }
  if (version !== undefined && version.member === undefined) plan.headers['if-match'] = toPlainText(version.value);
  if (idempotency.kind === 'header') plan.headers[idempotency.name.toLowerCase()] = effect.effectId;
  return planned;
}

/**
 * The record as its body has it: without what the address says already. A change has no need of what only the address of
 * its creation says: which parent the record was made below.
 */
function toSent({ keepsKey = [], request }: HttpWrite, template: RequestTemplate, record: JsonObject): JsonObject {
  if (keepsKey === true) return record;
  const addresses = [request, template].flatMap(({ path, query }) => [path, ...Object.values(query)]);
  const holes = addresses.flatMap((text) => listHoles(parseTemplate(text)));
  return holes.filter((hole) => !keepsKey.includes(hole)).reduce(withoutMember, record);
}

/** Plans the read of the version that a change must name. Pure. */
export function planLock(
  request: RequestTemplate,
  effect: Effect,
  targetId: string | undefined,
  scope: PlanScope,
): Planned {
  return planRequest(request, scope, recordReader(effect, targetId));
}

/**
 * Plans the look-up of one effect: by its match fields, or at the address that its key makes. Pure.
 *
 * @param cursor Page of a look-up that goes through all records; `null` is the first.
 * @returns `undefined` for writes that cannot be looked up.
 */
export function planFind(
  { request, idempotency }: HttpWrite,
  effect: Effect,
  scope: PlanScope,
  cursor: Json = null,
): Planned | undefined {
  const read = recordReader(effect, undefined);
  if (idempotency.kind === 'find') {
    const page = idempotency.paginate && toPageParameters(idempotency.paginate, cursor);
    return planRequest(idempotency.request, scope, read, page);
  }
  if (idempotency.kind !== 'put_by_key' || !hasAddress(request)) return undefined;
  return planRequest({ ...request, method: 'GET' }, scope, read);
}

/** Whether the address identifies the written record. If only the body does, the only option is to write again. */
export function hasAddress({ body, bodyFields, xml }: RequestTemplate): boolean {
  return body === undefined && bodyFields === undefined && xml === undefined;
}

export type Read = (name: string) => Json | undefined;

const readNothing: Read = () => undefined;

/** What the requests of a write may name: fields of the record, the whole record, and the write itself. */
export function recordReader({ body, effectId }: Effect, targetId: string | undefined): Read {
  return (name) => {
    switch (name) {
      case '$target_id':
        return targetId;
      case '$effect_id':
        return effectId;
      case '$record':
        return body;
      default:
        return readPath(body, name);
    }
  };
}

function readPath(record: JsonObject, path: string): Json | undefined {
  return Object.hasOwn(record, path) ? record[path] : compileReader(path)(record);
}

/** Plans any request. Pure. */
export function planRequest(template: RequestTemplate, scope: PlanScope, read: Read, page?: PageParameters): Planned {
  const lookUp: Read = (name) => {
    if (name.startsWith('config.')) return scope.config[name.slice(7)];
    if (name.startsWith('auth.')) return scope.auth?.[name.slice(5)];
    if (name.startsWith('names.')) return scope.names?.[name.slice(6)];
    return (scope.holes === undefined ? undefined : readPath(scope.holes, name)) ?? read(name);
  };
  const base = renderUrlPart(parseTemplate(template.base ?? ''), 'path', lookUp);
  if (!base.ok) return { ok: false, fault: unfilled(base.hole, base.reason) };
  const path = renderUrlPart(parseTemplate(template.path), 'path', lookUp);
  if (!path.ok) return { ok: false, fault: unfilled(path.hole, path.reason) };
  const place = findPlace(base.text, scope);
  let url = joinUrl(place.url, path.text);
  for (const [name, value] of Object.entries(template.query)) {
    // Parameters for changes replace those for a full read.
    if (Object.hasOwn(page?.query ?? {}, name)) continue;
    const rendered = renderUrlPart(parseTemplate(value), 'query', lookUp);
    if (!rendered.ok) return { ok: false, fault: unfilled(rendered.hole, rendered.reason) };
    url = addQuery(url, encodeStrictly(name), rendered.text);
  }
  for (const [name, value] of Object.entries(page?.query ?? {})) {
    url = addQuery(url, encodeStrictly(name), encodeStrictly(value));
  }
  const unwritable = findUnwritableInBody(template, lookUp);
  if (unwritable !== undefined) return { ok: false, fault: unfilled(unwritable, 'unwritable') };
  const headers = Object.fromEntries(
    Object.entries({ ...template.headers, ...page?.headers }).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const body = renderBody(template, page?.body ?? {}, lookUp);
  if (body !== undefined) headers['content-type'] ??= body.contentType;
  const { method, path: pathTemplate } = template;
  const { vendorHost } = place;
  return {
    ok: true,
    plan: { method, url: page?.url ?? url, headers, body: body?.text, path: pathTemplate, vendorHost },
  };
}

/** Where a request is sent: the base URL, a service with a host of its own, or a replacement for either. */
function findPlace(base: string, { baseUrl, vendorUrl }: PlanScope): { url: string; vendorHost?: string | undefined } {
  if (vendorUrl === undefined) return { url: base === '' ? baseUrl : base };
  const [service, own] = [URL.parse(base === '' ? vendorUrl : base), URL.parse(baseUrl)];
  if (base === '' || service === null || own === null) return { url: baseUrl, vendorHost: service?.host };
  if (service.origin === URL.parse(vendorUrl)?.origin) {
    return { url: toOwnAddress(base, { url: baseUrl, vendorUrl }), vendorHost: service.host };
  }
  return { url: `${own.origin}${service.pathname}`, vendorHost: service.host };
}

/** Appends the path to the base URL's own path, with exactly one slash between them. */
function joinUrl(baseUrl: string, path: string): string {
  if (path === '') return baseUrl;
  return `${withSingleSlashes(baseUrl).replace(/\/+$/, '')}${path.startsWith('/') || path.startsWith('?') ? '' : '/'}${path}`;
}

function addQuery(url: string, name: string, value: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${name}=${value}`;
}

function findUnwritableInBody({ bodyFields = {}, xml = '' }: RequestTemplate, read: Read): string | undefined {
  const texts = [...Object.values(bodyFields), xml];
  return texts.map((text) => findUnwritable(parseTemplate(text), read)).find((hole) => hole !== undefined);
}

const unfilledMessages: Readonly<Record<UnfilledReason, (hole: string) => string>> = {
  missing: (hole) => `The URL needs a value for ${hole}, which is missing.`,
  unsafe: (hole) => `The value of ${hole} cannot be used in a URL.`,
  unwritable: (hole) =>
    `The value of ${hole} cannot be searched for: the filters of this system have no way to write it.`,
};

function unfilled(hole: string, reason: UnfilledReason): Fault {
  const message = unfilledMessages[reason](hole);
  return { kind: 'validation', message, fields: [{ field: hole, message }] };
}
