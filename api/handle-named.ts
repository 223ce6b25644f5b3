import { requireFreeName } from '../services/shared/free-names.ts';
import { inTenant } from '../services/shared/transaction.ts';
import type { HubContext } from './hub-context.ts';
import type { Route, RouteRequest, RouteResult } from './route.ts';

/**
 * Handles a request. With `If-None-Match: *`, it makes nothing under a name that is taken.
 *
 * @throws {HubError} as the route; `precondition_failed`
 */
export function handleNamed(
  c: HubContext,
  route: Route,
  request: RouteRequest<unknown, unknown>,
): Promise<RouteResult> {
  const { namedIn: table } = route;
  const { ctx, body } = request;
  const name = nameOf(body);
  if (table === undefined || name === undefined || c.req.header('if-none-match')?.trim() !== '*') {
    return Promise.resolve(route.handle(request));
  }
  return inTenant(ctx, async (tx) => {
    await requireFreeName(tx, ctx.orgId, { table, name });
    return route.handle({ ...request, ctx: { ...ctx, transaction: tx } });
  });
}

function nameOf(body: unknown): string | undefined {
  const name = typeof body === 'object' && body !== null && 'name' in body ? body.name : undefined;
  return typeof name === 'string' ? name : undefined;
}
