import { hasAlready, parseIfMatch, toEntityTag } from '../answers/etag.ts';
import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { OperatorKey } from '../../services/operator/index.ts';
import { operatorActor } from '../../services/operator/operator-context.ts';
import { toLinks } from '../answers/link-header.ts';
import { type Answer, notModified, succeed } from '../answers/respond.ts';
import { sessionHeader } from '../auth/own-page.ts';
import { NoCredential } from '../errors.ts';
import type { HubContext } from '../hub-context.ts';
import { countOperator } from '../rate-limits.ts';
import { readClientAddress } from '../requests/client-address.ts';
import { checkContentType } from '../requests/content-type.ts';
import { parseQuery } from '../requests/parse-query.ts';
import type { RequestSummary } from '../request-summary.ts';
import { countAddress, readBody, type ServeDeps } from '../serve-route.ts';
import type { OperatorRoute } from './operator-route.ts';

/**
 * Answers a request of the operator of the hub. Who does not show the operator's key is answered alike, whatever they show, and
 * counted as a stranger.
 */
export async function serveOperator(
  deps: ServeDeps & { operator: OperatorKey },
  route: OperatorRoute,
  { c, base, requestId, summary }: { c: HubContext; base: string; requestId: string; summary: RequestSummary },
): Promise<Answer> {
  summary.route = route.operationId;
  summary.path = route.path;
  await requireOperator(deps, c);
  const standing = await countOperator(deps.limiter, deps.limits);
  checkContentType(c, deps.contentType);
  const query = parseQuery(c, route.query);
  const { body } = await readBody(c, route, () => Promise.resolve());
  const { database, clock, pepper } = deps.services;
  const result = await route.handle({
    ctx: {
      database,
      clock,
      pepper,
      publicUrl: deps.publicUrl,
      requestId,
      address: readClientAddress(c, deps.trustedProxies),
      ifMatch: route.versioned === true ? parseIfMatch(c.req.header('if-match')) : undefined,
    },
    id: c.req.param('id') ?? '',
    query,
    body,
    base,
  });
  deps.logger.info({ request_id: requestId, actor: operatorActor, route: route.operationId }, 'The operator acted.');
  const link = result.meta === undefined ? undefined : toLinks(c.req.url, result.meta, result.data);
  const headers = { ...standing, ...(link === undefined ? {} : { link }), ...result.headers };
  const answer = succeed(route.status, requestId, result, headers);
  if (result.version === undefined) return answer;
  const etag = toEntityTag(answer.body, result.version);
  const tagged = { ...answer, headers: { ...answer.headers, etag } };
  const isKnown = route.method === 'get' && hasAlready(c.req.header('if-none-match'), etag);
  return isKnown ? notModified(tagged) : tagged;
}

const bearer = /^bearer +([^\s,]+)$/i;

/** @throws {HubError} `unauthorized`, also where there is no operator's key; `rate_limited` for who guesses. */
async function requireOperator(deps: ServeDeps & { operator: OperatorKey }, c: HubContext): Promise<void> {
  const token = bearer.exec(c.req.header('authorization') ?? '')?.[1];
  if (token !== undefined && c.req.header(sessionHeader) === undefined && deps.operator.matches(token)) return;
  await countAddress(deps, c);
  if (c.req.header('authorization') === undefined) throw new NoCredential();
  throw new HubError('unauthorized', messages.operatorKeyNeeded);
}
