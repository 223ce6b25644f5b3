import type { z } from 'zod';
import type { ErrorCode } from '../core/errors.ts';
import type { PageMeta } from '../core/pagination.ts';
import type { Scope, ServiceContext } from '../services/index.ts';
import type { Headers } from './respond.ts';

/**
 * One operation of the API as data: what it is called, who may call it, what goes in and what comes out.
 *
 * Serving, the OpenAPI document and the tests of scopes and tenants all read this one object. There is no route without
 * a scope.
 */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In the notation of OpenAPI: `/accounts/{id}`. */
  readonly path: `/${string}`;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly scope: Scope;
  readonly query?: z.ZodObject;
  readonly body?: RouteBody;
  readonly status: 200 | 201 | 202;
  /** Shape of `data`. */
  readonly data: z.ZodType;
  /** The answer is a list with `meta`. */
  readonly paginated?: boolean;
  /** The answer names the new resource in `Location`. */
  readonly located?: boolean;
  /** The answer carries the version of the resource as its ETag; a change heeds `If-Match`. */
  readonly versioned?: boolean;
  /** Changes nothing, though it is no GET: an `Idempotency-Key` has nothing to keep. */
  readonly pure?: boolean;
  /** Refusals of this operation, beyond those that every one of its kind has. */
  readonly errors?: readonly ErrorCode[];
  // Declared as a method, so that a handler of parsed shapes fits: the server gives it what they parsed, nothing else.
  handle(request: RouteRequest<unknown, unknown>): Promise<RouteResult> | RouteResult;
}

export interface RouteBody<Shape extends z.ZodType = z.ZodType> {
  readonly shape: Shape;
  /** Shape for the documentation, where the parsed one says less. */
  readonly documented?: z.ZodType;
  /** An absent body counts as `{}`. */
  readonly optional?: boolean;
  readonly maxBytes?: number;
}

export interface RouteRequest<Query, Body> {
  ctx: ServiceContext;
  /** The `{id}` of the path, as sent. */
  id: string;
  query: Query;
  body: Body;
  /** The base address that the caller used: `/v1`, for links to other resources. */
  base: string;
}

export interface RouteResult {
  data: unknown;
  /** `row_version` of a single resource; becomes its ETag. */
  version?: number;
  meta?: PageMeta;
  headers?: Headers;
}

interface TypedRoute<Query extends z.ZodObject, Body extends z.ZodType, Data extends z.ZodType> extends Omit<
  Route,
  'query' | 'body' | 'data' | 'handle'
> {
  readonly query?: Query;
  readonly body?: RouteBody<Body>;
  readonly data: Data;
}

interface TypedResult<Data> extends RouteResult {
  data: Data;
}

/** Defines a route whose handler gets what its shapes give, and must return what `data` says. */
export function defineRoute<
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
>(
  route: TypedRoute<Query, Body, Data>,
  handle: (
    request: RouteRequest<z.output<Query>, z.output<Body>>,
  ) => Promise<TypedResult<z.input<Data>>> | TypedResult<z.input<Data>>,
): Route {
  return { ...route, handle };
}
