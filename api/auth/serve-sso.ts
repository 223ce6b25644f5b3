import { HubError } from '../../core/errors.ts';
import { describeError } from '../../core/telemetry/log-fields.ts';
import { keepsSecureCookies, toDashboardUrl, toNamedOrigin } from '../../services/access/people/dashboard-url.ts';
import type { OidcProviders } from '../../services/access/single-sign-on/oidc/oidc-providers.ts';
import { SsoRefusal } from '../../services/access/single-sign-on/sso-refusal.ts';
import { type Answer, commonHeaders, present } from '../answers/respond.ts';
import type { HubContext } from '../hub-context.ts';
import type { RequestSummary } from '../request-summary.ts';
import { readClientAddress } from '../requests/client-address.ts';
import { countAddress, type ServeDeps } from '../serve-route.ts';
import type { SsoOperation } from './sso-operations.ts';

/** What the way through an identity provider needs besides. */
export interface SsoDeps {
  oidc: OidcProviders;
}

/**
 * Answers a browser on its way through an identity provider, with where to go next. Every step counts as a request of a
 * stranger: nobody is known yet.
 *
 * Whatever goes wrong leads to the sign-in page, with a word for the reason: people cannot read JSON.
 */
export async function serveSso(
  deps: ServeDeps & SsoDeps,
  operation: SsoOperation,
  { c, requestId, summary }: { c: HubContext; requestId: string; summary: RequestSummary },
): Promise<Answer> {
  summary.route = operation.operationId;
  summary.path = operation.path;
  const { database, clock, pepper } = deps.services;
  const go = (location: string, cookies: readonly string[] = []): Answer => toRedirect(requestId, location, cookies);
  const refuse = (reason: string): Answer => go(`${toDashboardUrl(deps.publicUrl)}/?sign_in_refused=${reason}`);
  if (!keepsSecureCookies(deps.publicUrl)) return refuse('https_needed');
  const origin = isOfBrowser(operation) ? toNamedOrigin(deps.publicUrl, c.req.header('host')) : undefined;
  if (origin !== undefined) {
    const { pathname, search } = new URL(c.req.url);
    return go(`${origin}${pathname}${search}`);
  }
  try {
    await countAddress(deps, c);
    const address = readClientAddress(c, deps.trustedProxies);
    const userAgent = c.req.header('user-agent');
    const { publicUrl, oidc } = deps;
    const ctx = { database, clock, pepper, requestId, address, userAgent, publicUrl, oidc };
    const answer = await operation.answer({ ctx, id: c.req.param('id') ?? '', c });
    if ('show' in answer) {
      const { 'content-type': type = 'text/plain', ...headers } = answer.show.headers;
      return present(requestId, { type, body: answer.show.body, headers });
    }
    return go(answer.location, answer.cookies);
  } catch (error) {
    const refusal = toReason(error);
    if (refusal === undefined) throw error;
    summary.code = refusal;
    deps.logger.info(
      { request_id: requestId, reason: refusal, error: describeError(error) },
      'Single sign-on was refused.',
    );
    return refuse(refusal);
  }
}

/**
 * True for a step that sets or reads the cookie of the attempt: all have to be on one site. What a provider posts, and the
 * metadata that it reads, need no cookie.
 */
function isOfBrowser({ method, path }: SsoOperation): boolean {
  return method === 'get' && !path.endsWith('/metadata');
}

function toReason(error: unknown): string | undefined {
  if (error instanceof SsoRefusal) return error.reason;
  if (!(error instanceof HubError)) return undefined;
  if (error.code === 'rate_limited') return 'rate_limited';
  if (error.code === 'organization_suspended') return error.code;
  if (error.code === 'service_unavailable') return 'unavailable';
  if (error.code === 'payload_too_large') return 'invalid_answer';
  return error.code === 'not_found' ? 'unknown_connection' : undefined;
}

/** See Other: a POST becomes a GET. The address that led here may hold a code, which nobody is to be told. */
function toRedirect(requestId: string, location: string, cookies: readonly string[]): Answer {
  const { 'content-type': _, ...kept } = commonHeaders;
  const headers = { ...kept, 'request-id': requestId, 'referrer-policy': 'no-referrer', location };
  return { status: 303, headers, body: '', cookies };
}
