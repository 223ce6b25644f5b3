import type { z } from 'zod';
import type { OperatorContext } from '../../services/operator/operator-context.ts';
import type { DescribedRoute, RouteBody, RouteResult } from '../route.ts';

/**
 * One operation of the operator of the hub, as data. No credential of an organization is good for it, and the operator's key is
 * good for nothing else.
 */
export interface OperatorRoute extends Omit<DescribedRoute, 'scope' | 'body'> {
  readonly path: `/operator/${string}`;
  readonly scope: 'operator';
  readonly body?: RouteBody;
  handle(request: OperatorRequest<unknown, unknown>): Promise<RouteResult>;
}

export interface OperatorRequest<Query, Body> {
  ctx: OperatorContext;
  id: string;
  query: Query;
  body: Body;
  base: string;
}

/** Defines a route whose handler gets what its shapes give. An `Idempotency-Key` belongs to an organization, so operators' requests take none. */
export function defineOperatorRoute<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType>(
  route: Omit<OperatorRoute, 'scope' | 'pure' | 'tag' | 'query' | 'body' | 'handle'> & {
    query?: Query;
    body?: RouteBody<Body>;
  },
  handler: { handle(request: OperatorRequest<z.output<Query>, z.output<Body>>): Promise<RouteResult> },
): OperatorRoute {
  return { ...route, ...handler, scope: 'operator', pure: true, tag: 'Operator' };
}
