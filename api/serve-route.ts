import type { Logger } from 'pino';
import { HubError, invalidRequest } from '../core/errors.ts';
import { type Caller, type KeyVerifier, requireScope, type ServiceDeps } from '../services/index.ts';
import { toFieldErrors } from '../services/field-errors.ts';
import { authenticate } from './authenticate.ts';
import { checkContentType } from './content-type.ts';
import { describeError, toHttp } from './errors.ts';
import type { HubContext } from './hub-context.ts';
import { parseQuery } from './parse-query.ts';
import { readJson } from './read-json.ts';
import { toRequestId } from './request-id.ts';
import { type Answer, type Headers, succeed, toResponse } from './respond.ts';
import type { Route, RouteBody } from './route.ts';

/** What serving needs besides the services. */
export interface ServeDeps {
  services: ServiceDeps;
  keys: KeyVerifier;
  logger: Logger;
  contentType: 'note' | 'enforce';
}

const missingContentType: Headers = { 'hub-notice': 'content-type-missing' };

/** Makes the handler of a route under one base address. */
export function serveRoute(deps: ServeDeps, route: Route, base: string): (c: HubContext) => Promise<Response> {
  return (c) => answerLogged(deps, c, (requestId, seen) => answerRoute(deps, route, { c, base, requestId, seen }));
}

/** What is learnt of a request while it is served, for the log. */
export interface Seen {
  route?: string;
  caller?: Caller;
}

/** Answers a request, whatever happens, and logs it. */
export async function answerLogged(
  deps: Pick<ServeDeps, 'logger'>,
  c: HubContext,
  answer: (requestId: string, seen: Seen) => Promise<Answer>,
): Promise<Response> {
  const begun = performance.now();
  const requestId = toRequestId(c.req.header('request-id'));
  const seen: Seen = {};
  let response: Answer;
  try {
    response = await answer(requestId, seen);
  } catch (error) {
    response = toHttp(error, requestId);
    logFault(deps.logger, error, requestId);
  }
  deps.logger.info(
    {
      request_id: requestId,
      method: c.req.method,
      route: seen.route,
      status: response.status,
      duration_ms: Math.round((performance.now() - begun) * 10) / 10,
      actor: seen.caller?.actor,
    },
    'Answered a request.',
  );
  return toResponse(response);
}

/** The checks of API.md §2, in their order. Rate limits follow the scope; If-Match and Idempotency-Key the body. */
async function answerRoute(
  deps: ServeDeps,
  route: Route,
  { c, base, requestId, seen }: { c: HubContext; base: string; requestId: string; seen: Seen },
): Promise<Answer> {
  seen.route = route.operationId;
  const caller = await authenticate(c, deps.keys);
  seen.caller = caller;
  requireScope(caller, route.scope);
  const lacksContentType = checkContentType(c, deps.contentType);
  const query = parseQuery(c, route.query);
  const body = await readBody(c, route);
  const ctx = { ...deps.services, ...caller, requestId };
  const result = await route.handle({ ctx, id: c.req.param('id') ?? '', query, body, base });
  const headers = lacksContentType ? { ...missingContentType, ...result.headers } : result.headers;
  return succeed(route.status, requestId, result, headers);
}

async function readBody(c: HubContext, { body, method }: Route): Promise<unknown> {
  if (method === 'get' || method === 'delete') return undefined;
  const sent = await readJson(c, body?.maxBytes);
  if (body === undefined) return requireNothing(sent);
  if (sent === undefined && body.optional !== true) {
    throw invalidRequest('A body is required.', [{ path: '', code: 'required', message: 'The body is empty.' }]);
  }
  return parseBody(body, sent === undefined ? {} : sent);
}

function parseBody(body: RouteBody, sent: unknown): unknown {
  const parsed = body.shape.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw invalidRequest('The body is not valid.', toFieldErrors(parsed.error.issues));
}

/** Where a route takes no body, an empty object is none. */
function requireNothing(sent: unknown): undefined {
  if (sent === undefined || JSON.stringify(sent) === '{}') return undefined;
  throw invalidRequest('This operation takes no body.', [
    { path: '', code: 'unexpected_body', message: 'Leave the body out, or send {}.' },
  ]);
}

/** Faults of ours are errors; what the database or a third party could not do is worth a look; the rest is the caller's. */
function logFault(logger: Logger, error: unknown, requestId: string): void {
  if (!(error instanceof HubError) || error.code === 'internal_error') {
    logger.error({ request_id: requestId, error: describeError(error) }, 'A request failed unexpectedly.');
  } else if (error.cause !== undefined) {
    logger.warn({ request_id: requestId, error: describeError(error) }, 'A request could not be served.');
  }
}
