import { z } from 'zod';
import type { ErrorCode } from '../core/errors.ts';
import type { PageMeta } from '../core/pagination.ts';
import type { ServiceContext } from '../services/shared/context.ts';
import type { NamedTable } from '../services/shared/free-names.ts';
import type { Scope } from '../services/shared/scopes.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Headers } from './answers/respond.ts';

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
  /** `any`: every valid credential may call it. `person`: everybody who signed in, and no program. */
  readonly scope: Scope | 'any' | 'person';
  /** Further scopes that it asks for: what it shows is more than the first one lets see. */
  readonly also?: Scope | readonly Scope[];
  /** It changes what belongs to the whole organization: a role for an account is not enough. */
  readonly reach?: 'organization';
  /** Asks people to have shown lately who they are. Programs show it with every request. */
  readonly sensitive?: true;
  /**
   * People may ask for it whose organization wants a second factor that they have not shown: `always`, or only while they have none
   * to show. Default: they may not.
   */
  readonly beforeSecondFactor?: 'always' | 'set_up';
  readonly query?: z.ZodObject;
  readonly body?: RouteBody;
  readonly status: 200 | 201 | 202;
  /** Shape of `data`. */
  readonly data: z.ZodType;
  /** May answer 202 instead, with `data: {"state": "pending"}`, while what it shows is not there yet. */
  readonly pends?: boolean;
  /** May answer 202 instead, with the same `data`, while what it asks for is not done yet. */
  readonly accepts?: true;
  /** The answer is no envelope but lines of JSON, each of which is of the shape of `data`. See `defineStream`. */
  readonly streams?: true;
  /** The answer is a list with `meta`. */
  readonly paginated?: boolean;
  /** The answer names the new resource in `Location`. */
  readonly located?: boolean;
  /** Makes what a table knows by its name: with `If-None-Match: *`, it makes no second one of a name. */
  readonly namedIn?: NamedTable;
  /** The answer carries the version of the resource as its ETag; a change checks `If-Match`. */
  readonly versioned?: boolean;
  /** A list with an entity tag of its own; every single resource has one. */
  readonly tagged?: boolean;
  /** Changes nothing, though it is no GET: an `Idempotency-Key` has nothing to keep. */
  readonly pure?: boolean;
  /** Refusals of this operation, beyond those that every one of its kind has. */
  readonly errors?: readonly ErrorCode[];
  // Declared as methods, so that handlers of parsed shapes fit: the server gives them what they parsed, nothing else.
  /** Waits for third parties before the request's transaction begins. */
  prepare?(request: RouteRequest<unknown, unknown>): Promise<void>;
  handle(request: RouteRequest<unknown, unknown>): Promise<RouteResult> | RouteResult;
  /** Waits, once the effect is committed, for what it sets off. @returns `undefined` when the caller would not wait. */
  outcome?(request: RouteRequest<unknown, unknown>, accepted: () => unknown): Promise<RouteResult | undefined>;
}

/** A route as far as the document tells of it; outside of the bases there are some that need no credential. */
export type DescribedRoute = Omit<Route, 'scope' | 'handle' | 'prepare' | 'outcome'> & {
  readonly scope: Route['scope'] | 'none' | 'operator';
  readonly outcome?: unknown;
};

export interface RouteBody<Shape extends z.ZodType = z.ZodType> {
  readonly shape: Shape;
  /** Shape for the documentation, where the parsed one says less. */
  readonly documented?: z.ZodType;
  /** An absent body counts as `{}`. */
  readonly optional?: boolean;
  readonly maxBytes?: number;
  /** Members that hold records as other systems give them; see `readJson`. */
  readonly samples?: readonly string[];
}

export interface RouteRequest<Query, Body> {
  ctx: ServiceContext;
  /** The `{id}` of the path, as sent. */
  id: string;
  /** Every named part of the path, as sent. */
  params: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  /** The base address that the caller used: `/v1`, for links to other resources. */
  base: string;
  /** For how long the caller would wait for the outcome (`Prefer: wait`). */
  waitSeconds?: number | undefined;
  /** It has an `Idempotency-Key`. */
  hasKey: boolean;
  limits: RateLimits;
  /** Counts an attempt to guess a secret of the person who asks. @throws {HubError} `rate_limited` */
  count(): Promise<void>;
}

export interface RouteResult {
  data: unknown;
  /** `row_version` of a single resource; becomes its ETag. */
  version?: number;
  meta?: PageMeta;
  headers?: Headers;
  /** Not there yet: 202. Only where the route `pends` or `accepts`. */
  pending?: true;
  /** The lines of a route that `streams`, page by page. */
  lines?: AsyncIterable<readonly unknown[]>;
}

/** The `data` of a pending result. */
export const pendingRecord = z.strictObject({ state: z.literal('pending') }).meta({ id: 'Pending' });

interface PendingResult extends RouteResult {
  data: z.infer<typeof pendingRecord>;
  pending: true;
}

/** Seconds after which it is worth asking again. */
const pendingRetryAfter = 2;

/** The response to a request for a result that is not available yet. */
export function pending(): PendingResult {
  return { data: { state: 'pending' }, pending: true, headers: { 'retry-after': String(pendingRetryAfter) } };
}

interface TypedRoute<Query extends z.ZodObject, Body extends z.ZodType, Data extends z.ZodType> extends Omit<
  Route,
  'query' | 'body' | 'data' | 'handle' | 'prepare' | 'outcome'
> {
  readonly query?: Query;
  readonly body?: RouteBody<Body>;
  readonly data: Data;
  prepare?(request: RouteRequest<z.output<Query>, z.output<Body>>): Promise<void>;
  outcome?(
    request: RouteRequest<z.output<Query>, z.output<Body>>,
    accepted: () => unknown,
  ): Promise<TypedResult<z.input<Data>> | undefined>;
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
  ) => Promise<TypedResult<z.input<Data>> | PendingResult> | TypedResult<z.input<Data>>,
): Route {
  return { ...route, handle };
}

/** Defines a route that answers with lines of JSON: as many as there are, of which only a page is in memory. */
export function defineStream<Query extends z.ZodObject = z.ZodObject, Data extends z.ZodType = z.ZodType>(
  route: Pick<Route, 'path' | 'operationId' | 'tag' | 'summary' | 'description' | 'scope' | 'sensitive' | 'errors'> & {
    method: 'get';
    query?: Query;
    status: 200;
    data: Data;
  },
  read: (request: RouteRequest<z.output<Query>, unknown>) => AsyncIterable<readonly z.input<Data>[]>,
): Route {
  // A method, so that a handler of a parsed query fits: the server gives it what the shape parsed, nothing else.
  const handler = {
    handle(request: RouteRequest<z.output<Query>, unknown>): RouteResult {
      return { data: null, lines: read(request) };
    },
  };
  return { ...route, streams: true, ...handler };
}
