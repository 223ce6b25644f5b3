import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { applyGrants } from '../../services/access/people/apply-grants.ts';
import { ScimError } from '../../services/access/scim/scim-error.ts';
import { parseSearch, type ScimQuery, toQuery } from '../../services/access/scim/scim-query.ts';
import { scimScope } from '../../services/access/scim/scim-users.ts';
import { requireScope } from '../../services/shared/scopes.ts';
import { type Answer, commonHeaders } from '../answers/respond.ts';
import { toHttp } from '../errors.ts';
import type { HubContext } from '../hub-context.ts';
import { countRequest } from '../rate-limits.ts';
import type { RequestSummary } from '../request-summary.ts';
import { readClientAddress } from '../requests/client-address.ts';
import { readJson } from '../requests/read-json.ts';
import { admit, type ServeDeps } from '../serve-route.ts';
import { scimBase, type ScimOperation } from './operations.ts';

const type = 'application/scim+json; charset=utf-8';
const json = /^application\/(?:scim\+)?json(?:\s*;|$)/i;

/** Answers an identity provider. The checks are those of the routes, in their order. */
export async function serveScim(
  deps: ServeDeps,
  operation: ScimOperation,
  { c, requestId, summary }: { c: HubContext; requestId: string; summary: RequestSummary },
): Promise<Answer> {
  summary.route = operation.operationId;
  summary.path = operation.path;
  const sender = await admit(deps, c, summary);
  deps.keyUses.note(sender, operation.operationId);
  const caller = applyGrants(sender, { scope: scimScope });
  requireScope(caller, scimScope);
  const standing = await countRequest(deps.limiter, deps.limits, caller);
  const hasBody = operation.method !== 'get' && operation.method !== 'delete';
  if (hasBody && !json.test(c.req.header('content-type') ?? '')) {
    throw new HubError('unsupported_media_type', messages.contentTypeUnsupported);
  }
  const body = hasBody ? await readJson(c) : undefined;
  const query = operation.searches === true ? parseSearch(body) : readQuery(c);
  const data = await operation.answer({
    ctx: {
      ...deps.services,
      ...caller,
      requestId,
      address: readClientAddress(c, deps.trustedProxies),
      traceparent: summary.traceparent,
    },
    id: c.req.param('id') ?? '',
    body,
    page: query,
    base: `${deps.publicUrl}${scimBase}`,
  });
  return present(operation.status, requestId, data === undefined ? undefined : choose(query, data), standing);
}

/** What is asked for in the address. */
function readQuery(c: HubContext): ScimQuery {
  const [startIndex, count] = ['startIndex', 'count'].map((name) => Number.parseInt(c.req.query(name) ?? '', 10));
  const [attributes, excludedAttributes] = ['attributes', 'excludedAttributes'].map((name) =>
    c.req.query(name)?.split(','),
  );
  return toQuery({ filter: c.req.query('filter'), startIndex, count, attributes, excludedAttributes });
}

/** What a resource has in any case. */
const always = ['schemas', 'id', 'meta'];

/**
 * Keeps the attributes that are asked for (`attributes`), or leaves some out (`excludedAttributes`), of a resource and of each in a
 * list: providers spare themselves the members of large groups.
 */
function choose({ attributes: wanted, excludedAttributes: excluded }: ScimQuery, data: object): object {
  if (wanted === undefined && excluded === undefined) return data;
  const keeps = (name: string): boolean =>
    always.includes(name) || ((wanted?.has(name.toLowerCase()) ?? true) && excluded?.has(name.toLowerCase()) !== true);
  const strip = (one: object): object => Object.fromEntries(Object.entries(one).filter(([name]) => keeps(name)));
  if (!('Resources' in data) || !Array.isArray(data.Resources)) return strip(data);
  const resources: unknown[] = data.Resources;
  return { ...data, Resources: resources.map((one) => (typeof one === 'object' && one !== null ? strip(one) : one)) };
}

function present(status: number, requestId: string, data: object | undefined, headers: Record<string, string>): Answer {
  const { 'content-type': _, ...kept } = commonHeaders;
  const location = data !== undefined && status === 201 ? toLocation(data) : {};
  return {
    status,
    headers: {
      ...kept,
      ...(data === undefined ? {} : { 'content-type': type }),
      'request-id': requestId,
      ...location,
      ...headers,
    },
    body: data === undefined ? '' : JSON.stringify(data),
  };
}

function toLocation(data: object): Record<string, string> {
  const meta: unknown = 'meta' in data ? data.meta : undefined;
  const isPlaced = typeof meta === 'object' && meta !== null && 'location' in meta && typeof meta.location === 'string';
  return isPlaced ? { location: String(meta.location) } : {};
}

/** An error in the form of SCIM. @see https://www.rfc-editor.org/rfc/rfc7644#section-3.12 */
export function toScimAnswer(error: unknown, requestId: string, publicUrl: string): Answer {
  const general = toHttp(error, requestId, publicUrl);
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(general.status),
    ...(error instanceof ScimError && error.scimType !== undefined ? { scimType: error.scimType } : {}),
    detail: error instanceof HubError ? error.message : messages.internalError,
  };
  return { ...general, headers: { ...general.headers, 'content-type': type }, body: JSON.stringify(body) };
}
