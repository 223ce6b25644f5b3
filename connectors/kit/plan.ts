import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Effect } from '../../core/records.ts';
import type { Fault } from './fault.ts';
import type { HttpFind, HttpPages, HttpWrite, RequestTemplate } from './http-operations.ts';
import { type PageParameters, toPageParameters } from './pagination.ts';
import { compileReader } from './record-path.ts';
import { encodeStrictly, parseTemplate, renderUrlPart } from './template.ts';

/** A request ready to be sent, but for credentials. */
export interface RequestPlan {
  method: RequestTemplate['method'];
  /** Absolute. */
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** What every request of a connection is made from. */
export interface PlanScope {
  baseUrl: string;
  config: JsonObject;
}

export type Planned = { ok: true; plan: RequestPlan } | { ok: false; fault: Fault };

/** Plans the read of one page. Pure. */
export function planPage(read: HttpPages, cursor: Json, scope: PlanScope): Planned {
  return planRequest(read.request, scope, readNothing, toPageParameters(read.paginate, cursor));
}

/** Plans the read of one file of a folder. Pure. */
export function planEntry(request: RequestTemplate, entry: JsonObject, scope: PlanScope): Planned {
  return planRequest(request, scope, (name) =>
    name.startsWith('entry.') ? readPath(entry, name.slice(6)) : undefined,
  );
}

/** Plans the search for records by some values. Pure. */
export function planSearch({ request, separator }: HttpFind, values: readonly string[], scope: PlanScope): Planned {
  return planRequest(request, scope, (name) => (name === 'value' ? values.join(separator) : undefined));
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
export function planWrite(write: HttpWrite, effect: Effect, targetId: string | undefined, scope: PlanScope): Planned {
  const template = targetId === undefined ? write.request : (write.update ?? write.request);
  const planned = planRequest(template, scope, recordReader(effect.body, targetId));
  if (!planned.ok || effect.operation === 'delete') return planned;
  const { plan } = planned;
  const isForm = write.body === 'form';
  plan.headers['content-type'] ??= isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  plan.body = isForm ? toForm(effect.body) : JSON.stringify(effect.body);
  if (write.idempotency.kind === 'header') plan.headers[write.idempotency.name.toLowerCase()] = effect.effectId;
  return planned;
}

/**
 * Plans the look-up of one effect: by its match fields, or at the address that its key makes. Pure.
 *
 * @returns `undefined` for writes that cannot be looked up.
 */
export function planFind({ request, idempotency }: HttpWrite, effect: Effect, scope: PlanScope): Planned | undefined {
  const read = recordReader(effect.body, undefined);
  if (idempotency.kind === 'find') return planRequest(idempotency.request, scope, read);
  return idempotency.kind === 'put_by_key' ? planRequest({ ...request, method: 'GET' }, scope, read) : undefined;
}

type Read = (name: string) => Json | undefined;

const readNothing: Read = () => undefined;

function recordReader(record: JsonObject, targetId: string | undefined): Read {
  return (name) => (name === '$target_id' ? targetId : readPath(record, name));
}

function readPath(record: JsonObject, path: string): Json | undefined {
  return Object.hasOwn(record, path) ? record[path] : compileReader(path)(record);
}

function planRequest(template: RequestTemplate, scope: PlanScope, read: Read, page?: PageParameters): Planned {
  const lookUp: Read = (name) => (name.startsWith('config.') ? scope.config[name.slice(7)] : read(name));
  const path = renderUrlPart(parseTemplate(template.path), 'path', lookUp);
  if (!path.ok) return { ok: false, fault: unfilled(path.hole, path.reason) };
  let url = joinUrl(scope.baseUrl, path.text);
  for (const [name, value] of Object.entries(template.query)) {
    const rendered = renderUrlPart(parseTemplate(value), 'query', lookUp);
    if (!rendered.ok) return { ok: false, fault: unfilled(rendered.hole, rendered.reason) };
    url = addQuery(url, encodeStrictly(name), rendered.text);
  }
  for (const [name, value] of Object.entries(page?.query ?? {})) {
    url = addQuery(url, encodeStrictly(name), encodeStrictly(value));
  }
  const headers = Object.fromEntries(
    Object.entries(template.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const body = template.body ?? (page !== undefined && Object.keys(page.body).length > 0 ? {} : undefined);
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  const text = isJsonObject(body) ? JSON.stringify({ ...body, ...page?.body }) : undefined;
  return { ok: true, plan: { method: template.method, url: page?.url ?? url, headers, body: text } };
}

/** Joins as people expect: the path goes behind the base's own path, whatever slashes meet. */
function joinUrl(baseUrl: string, path: string): string {
  if (path === '') return baseUrl;
  return `${baseUrl.replace(/\/+$/, '')}${path.startsWith('/') || path.startsWith('?') ? '' : '/'}${path}`;
}

function addQuery(url: string, name: string, value: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${name}=${value}`;
}

function toForm(record: JsonObject): string {
  return Object.entries(record)
    .map(([name, value]) => {
      const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
      return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
    })
    .join('&');
}

function unfilled(hole: string, reason: 'missing' | 'unsafe'): Fault {
  const message =
    reason === 'missing'
      ? `The address needs a value for ${hole}, and there is none.`
      : `The value of ${hole} cannot stand in an address.`;
  return { kind: 'validation', message, fields: [{ field: hole, message }] };
}
