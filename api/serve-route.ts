import type { Logger } from 'pino';
import { HubError, invalidRequest } from '../core/errors.ts';
import type { OrganizationStates } from '../services/access/organizations/organization-states.ts';
import type { KeyUses } from '../services/access/api-keys/key-uses.ts';
import type { Caller, ServiceDeps } from '../services/shared/context.ts';
import type { Attempt } from '../services/idempotency/kept-answers.ts';
import type { RequestLimiter } from '../services/limits/request-limiter.ts';
import { OauthError } from '../services/access/oauth/oauth-error.ts';
import type { Oauth } from '../services/access/oauth/open-oauth.ts';
import { applyGrants } from '../services/access/people/apply-grants.ts';
import { requireElevated } from '../services/access/profile/reauthenticate.ts';
import { requirePerson } from '../services/access/profile/require-person.ts';
import { requireScope } from '../services/shared/scopes.ts';
import { toFieldErrors } from '../core/field-errors.ts';
import { toId } from '../core/ids.ts';
import type { Meter } from '../core/telemetry/meter.ts';
import { describeError } from '../core/telemetry/log-fields.ts';
import type { Tracer } from '../core/telemetry/tracing.ts';
import { authenticate, type Credentials } from './authenticate.ts';
import { readClientAddress } from './requests/client-address.ts';
import { checkContentType } from './requests/content-type.ts';
import { toHttp } from './errors.ts';
import { hasAlready, parseIfMatch, toEntityTag } from './answers/etag.ts';
import type { HubContext } from './hub-context.ts';
import { answerOnce, type KeepDeps, readIdempotencyKey, toAttempt } from './idempotency.ts';
import { toLinks } from './answers/link-header.ts';
import { parseQuery } from './requests/parse-query.ts';
import { readWaitSeconds } from './requests/prefer.ts';
import {
  bytesPerRequest,
  countBytes,
  countRequest,
  countSignIn,
  countStranger,
  type RateLimits,
  toOrganizationRate,
} from './rate-limits.ts';
import { readJson } from './requests/read-json.ts';
import { toRequestId } from './requests/request-id.ts';
import { toRequestLabels } from './request-labels.ts';
import { handleNamed } from './handle-named.ts';
import { linesType, toLines } from './answers/to-lines.ts';
import { traceRequest } from './trace-request.ts';
import { type Answer, flow, type Headers, notModified, succeed, toResponse } from './answers/respond.ts';
import type { Route, RouteBody, RouteRequest, RouteResult } from './route.ts';
import type { RequestSummary } from './request-summary.ts';
import { messages } from '../core/messages.ts';

/** What serving needs besides the services. */
export interface ServeDeps extends Omit<KeepDeps, 'publicUrl'>, Credentials {
  services: ServiceDeps;
  oauth: Oauth;
  limiter: RequestLimiter;
  limits: RateLimits;
  organizations: OrganizationStates;
  keyUses: Pick<KeyUses, 'note'>;
  logger: Logger;
  meter: Meter;
  /** Default: nothing is traced. */
  tracer?: Tracer | undefined;
  contentType: 'note' | 'enforce';
}

const missingContentType: Headers = { 'hub-notice': 'content-type-missing' };

/** Makes the handler of a route under one base address. */
export function serveRoute(deps: ServeDeps, route: Route, base: string): (c: HubContext) => Promise<Response> {
  return (c) =>
    answerLogged(deps, c, (requestId, summary) => answerRoute(deps, route, { c, base, requestId, summary }));
}

/**
 * Answers a request, whatever happens, logs and traces it.
 *
 * @param refuse What becomes of anything thrown. Default: an error in the envelope.
 */
export function answerLogged(
  deps: Pick<ServeDeps, 'logger' | 'meter' | 'publicUrl' | 'tracer'>,
  c: HubContext,
  answer: (requestId: string, summary: RequestSummary) => Promise<Answer>,
  refuse: (error: unknown, requestId: string) => Answer = (error, requestId) =>
    toHttp(error, requestId, deps.publicUrl),
): Promise<Response> {
  const requestId = toRequestId(c.req.header('request-id'));
  return traceRequest(deps.tracer, c, requestId, async (summary) => {
    const begun = performance.now();
    let response: Answer;
    try {
      response = await answer(requestId, summary);
    } catch (error) {
      response = refuse(error, requestId);
      summary.code = error instanceof HubError || error instanceof OauthError ? error.code : 'internal_error';
      logFault(deps.logger, error, requestId);
    }
    const durationMs = performance.now() - begun;
    deps.meter.observe('hub_http_request_duration_seconds', toRequestLabels(c, summary, response), durationMs / 1000);
    deps.logger.info(
      {
        request_id: requestId,
        method: c.req.method,
        route: summary.route,
        status: response.status,
        duration_ms: Math.round(durationMs * 10) / 10,
        organization_id: summary.caller && toId('organization', summary.caller.orgId),
        actor: summary.caller?.actor,
      },
      'Answered a request.',
    );
    return toResponse(response);
  });
}

/** The checks, in their order. */
async function answerRoute(
  deps: ServeDeps,
  route: Route,
  { c, base, requestId, summary }: { c: HubContext; base: string; requestId: string; summary: RequestSummary },
): Promise<Answer> {
  summary.route = route.operationId;
  summary.path = route.path;
  const sender = await admit(deps, c, summary, route.beforeSecondFactor);
  deps.keyUses.note(sender, route.operationId);
  const caller = authorize(route, sender);
  if (route.sensitive === true) await requireElevated({ ...deps.services, ...caller });
  const standing = await countRequest(deps.limiter, deps.limits, caller);
  const lacksContentType = checkContentType(c, deps.contentType);
  const query = parseQuery(c, route.query);
  const { sent, body } = await readBody(c, route, (bytes) => countBytes(deps.limiter, deps.limits, caller, bytes));
  const ifMatch = route.versioned === true ? parseIfMatch(c.req.header('if-match')) : undefined;
  const key = readIdempotencyKey(c, route);
  const params = c.req.param();
  const request: RouteRequest<unknown, unknown> = {
    ctx: {
      ...deps.services,
      ...caller,
      requestId,
      address: readClientAddress(c, deps.trustedProxies),
      ifMatch,
      traceparent: summary.traceparent,
    },
    id: params['id'] ?? '',
    params,
    query,
    body,
    base,
    waitSeconds: readWaitSeconds(c),
    hasKey: key !== undefined,
    limits: { ...deps.limits, organization: toOrganizationRate(deps.limits, caller) },
    count: () => countSignIn(deps.limiter, deps.limits, { person: caller.actor }),
  };
  const attempt = key === undefined ? undefined : toAttempt(c, route, { caller, key, sent, base });
  const accepted = await carryOut(deps, c, route, { request, attempt });
  if (caller.userId !== undefined && c.req.method !== 'GET') deps.sessions.forget(caller.userId);
  const answer = await awaitOutcome(route, request, accepted);
  const notice = lacksContentType ? missingContentType : {};
  return { ...answer, headers: { ...answer.headers, ...standing, ...notice } };
}

/**
 * Lets a caller go on who may do what the route does, limited to where they may.
 *
 * @throws {HubError} `insufficient_scope`; `forbidden` where people are asked for.
 */
function authorize(route: Route, sender: Caller): Caller {
  const caller = applyGrants(sender, route);
  if (route.scope === 'person') requirePerson(caller);
  else if (route.scope !== 'any') requireScope(caller, route.scope);
  for (const scope of [route.also ?? []].flat()) requireScope(caller, scope);
  return caller;
}

/**
 * Identifies the caller, whose organization is served; a request without a valid credential is counted.
 *
 * @param open To whom, of people whose second factor the organization still waits for. Default: to none.
 */
export async function admit(
  deps: ServeDeps,
  c: HubContext,
  summary: RequestSummary,
  open?: Route['beforeSecondFactor'],
): Promise<Caller> {
  try {
    const caller = await authenticate(c, deps, summary);
    const { requestsPerMinute, requestsBurst } = await deps.organizations.require(caller.orgId);
    requireSecondFactor(caller, open);
    return { ...caller, requestsPerMinute, requestsBurst };
  } catch (error) {
    if (error instanceof HubError && error.code === 'unauthorized') await countAddress(deps, c);
    throw error;
  }
}

/** @throws {HubError} `forbidden` for a person who has to set up or show a second factor first. */
function requireSecondFactor({ session }: Caller, open: Route['beforeSecondFactor']): void {
  const need = session?.secondFactorNeed;
  if (need === undefined || open === 'always' || open === need) return;
  throw new HubError('forbidden', messages.secondFactorNeeded[need], {
    details: { reason: 'second_factor_required', second_factor_need: need },
  });
}

/** Counts a request that showed no valid credential. @param bytes Of its body. @throws {HubError} `rate_limited` */
export async function countAddress(deps: ServeDeps, c: HubContext, bytes = 0): Promise<void> {
  const address = readClientAddress(c, deps.trustedProxies);
  if (address === undefined) return;
  for (let n = 0; n <= bytes; n += bytesPerRequest) await countStranger(deps.limiter, deps.limits, address);
}

/** @param attempt Under an `Idempotency-Key`. */
async function carryOut(
  deps: ServeDeps,
  c: HubContext,
  route: Route,
  { request, attempt }: { request: RouteRequest<unknown, unknown>; attempt: Attempt | undefined },
): Promise<Answer> {
  if (attempt === undefined) {
    await route.prepare?.(request);
    return handle(deps, c, route, request);
  }
  return answerOnce(request.ctx, attempt, deps, {
    prepare: route.prepare === undefined ? undefined : () => Promise.resolve(route.prepare?.(request)),
    answer: (ctx) => handle(deps, c, route, { ...request, ctx }),
  });
}

async function handle(
  { logger }: Pick<ServeDeps, 'logger'>,
  c: HubContext,
  route: Route,
  request: RouteRequest<unknown, unknown>,
): Promise<Answer> {
  const result = await handleNamed(c, route, request);
  const { requestId } = request.ctx;
  if (result.lines !== undefined) {
    const stream = await toLines(result.lines, (error) => logFault(logger, error, requestId));
    return flow(requestId, linesType, stream);
  }
  const link = result.meta === undefined ? undefined : toLinks(c.req.url, result.meta, result.data);
  const headers = link === undefined ? result.headers : { link, ...result.headers };
  const answer = succeed(toStatus(route, result), requestId, result, headers);
  return result.pending === true ? answer : tag(c, route, result, answer);
}

function toStatus(route: Route, { pending }: RouteResult): number {
  return pending === true ? 202 : route.status;
}

/** Lets a caller who would wait see what came of an accepted request; of a refusal that was kept, nothing comes. */
async function awaitOutcome(route: Route, request: RouteRequest<unknown, unknown>, accepted: Answer): Promise<Answer> {
  if (accepted.status >= 300) return accepted;
  const outcome = await route.outcome?.(request, () => toEnvelope(JSON.parse(accepted.body)).data);
  if (outcome === undefined) return accepted;
  const { status, body, headers } = succeed(toStatus(route, outcome), request.ctx.requestId, outcome, outcome.headers);
  return { status, body, headers: { ...accepted.headers, ...headers } };
}

/** The body of an answer of ours. */
function toEnvelope(body: unknown): { data?: unknown } {
  return typeof body === 'object' && body !== null ? body : {};
}

/** Gives a single resource its entity tag; a client that has it gets 304. */
function tag(c: HubContext, route: Route, { meta, version }: RouteResult, answer: Answer): Answer {
  const single = meta === undefined && (version !== undefined || route.method === 'get');
  const etag = answer.headers['etag'] ?? (single ? toEntityTag(answer.body, version) : undefined);
  if (etag === undefined) return answer;
  const tagged = { ...answer, headers: { ...answer.headers, etag } };
  const known = route.method === 'get' && hasAlready(c.req.header('if-none-match'), etag);
  return known ? notModified(tagged) : tagged;
}

/** @returns the body as it was sent, and as the route's shape gives it. */
export async function readBody(
  c: HubContext,
  { body, method }: Pick<Route, 'body' | 'method'>,
  charge: (bytes: number) => Promise<void>,
): Promise<{ sent: unknown; body: unknown }> {
  if (method === 'get' || method === 'delete') return { sent: undefined, body: undefined };
  const sent = await readJson(c, { ...body, charge });
  if (body === undefined) return { sent, body: requireNothing(sent) };
  if (sent === undefined && body.optional !== true) {
    throw invalidRequest(messages.bodyMissing, [{ path: '', code: 'required', message: messages.bodyEmpty }]);
  }
  return { sent, body: parseBody(body, sent === undefined ? {} : sent) };
}

/** @throws {HubError} `invalid_request` */
export function parseBody(body: RouteBody, sent: unknown): unknown {
  const parsed = body.shape.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw invalidRequest(messages.bodyInvalid, toFieldErrors(parsed.error.issues));
}

/** Where a route takes no body, an empty object is none. */
function requireNothing(sent: unknown): undefined {
  if (sent === undefined || JSON.stringify(sent) === '{}') return undefined;
  throw invalidRequest(messages.bodyUnexpected, [{ path: '', code: 'unexpected_body', message: messages.bodyOmit }]);
}

/** Faults of ours are errors; what the database or a third party could not do is worth a look; the rest is the caller's. */
function logFault(logger: Logger, error: unknown, requestId: string): void {
  if (error instanceof OauthError) return;
  if (!(error instanceof HubError) || error.code === 'internal_error') {
    logger.error({ request_id: requestId, error: describeError(error) }, 'request failed unexpectedly');
  } else if (error.cause !== undefined) {
    logger.warn({ request_id: requestId, error: describeError(error) }, 'request could not be served');
  }
}
