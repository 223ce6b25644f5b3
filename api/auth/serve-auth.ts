import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { keepsSecureCookies } from '../../services/access/people/dashboard-url.ts';
import { readClientAddress } from '../requests/client-address.ts';
import { checkContentType } from '../requests/content-type.ts';
import type { HubContext } from '../hub-context.ts';
import { parseQuery } from '../requests/parse-query.ts';
import { countSignIn } from '../rate-limits.ts';
import { type Answer, succeed } from '../answers/respond.ts';
import type { RequestSummary } from '../request-summary.ts';
import { countAddress, parseBody, type ServeDeps } from '../serve-route.ts';
import { readJson } from '../requests/read-json.ts';
import { readCookie } from './cookies.ts';
import type { AuthOperation, AuthRequest } from './operation.ts';
import { requireOwnPage } from './own-page.ts';

/**
 * Answers a step of signing in or out.
 *
 * Every attempt counts, a wrong one also as a request of a stranger: guessing is slow by person, and by address.
 */
export async function serveAuth(
  deps: ServeDeps,
  operation: AuthOperation,
  { c, requestId, summary }: { c: HubContext; requestId: string; summary: RequestSummary },
): Promise<Answer> {
  summary.route = operation.operationId;
  summary.path = operation.path;
  requireOwnPage(c, deps.publicUrl);
  if (!keepsSecureCookies(deps.publicUrl)) throw new HubError('forbidden', messages.signInNeedsHttps);
  checkContentType(c, deps.contentType);
  parseQuery(c, undefined);
  const address = readClientAddress(c, deps.trustedProxies);
  const { database, clock, pepper, mail } = deps.services;
  const request: AuthRequest<unknown> = {
    ctx: {
      database,
      clock,
      pepper,
      mail,
      requestId,
      address,
      userAgent: c.req.header('user-agent'),
      publicUrl: deps.publicUrl,
    },
    visit: { services: deps.services, requestId, address },
    body: await readBody(c, operation),
    attempt: readCookie(c.req.header('cookie'), 'attempt'),
    c,
  };
  try {
    const person = await operation.person?.(request);
    if (person !== undefined)
      await countSignIn(deps.limiter, deps.limits, operation.isShort?.(request) ? { person } : { person, address });
    if (operation.isBlind === true) await countAddress(deps, c);
    const { data, cookies } = await operation.answer(request);
    return { ...succeed(200, requestId, { data }), cookies };
  } catch (error) {
    const isGuess = error instanceof HubError && (error.code === 'unauthorized' || error.code === 'not_found');
    if (isGuess) await countAddress(deps, c);
    throw error;
  }
}

/** No step takes more than a form, the largest of which holds a private key. */
const maxBytes = 64 * 1024;

async function readBody(c: HubContext, { body }: AuthOperation): Promise<unknown> {
  const sent = await readJson(c, { maxBytes });
  return body === undefined ? undefined : parseBody(body, sent ?? {});
}
