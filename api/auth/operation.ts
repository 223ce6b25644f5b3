import type { z } from 'zod';
import type { SignInContext } from '../../services/access/sign-in/sign-in-deps.ts';
import type { LinkVisit } from '../../services/connection-links/open-link.ts';
import type { HubContext } from '../hub-context.ts';
import type { Route, RouteBody } from '../route.ts';

/**
 * One address by which people sign in and out. It is served beside the bases: it needs no credential, and sets cookies.
 *
 * As with routes, what is served and what the OpenAPI document says are one object.
 */
export interface AuthOperation extends Pick<
  Route,
  'path' | 'operationId' | 'summary' | 'description' | 'data' | 'errors'
> {
  readonly path: `/auth/${string}` | `/connect/${string}`;
  /** Default: `Sign-in`. */
  readonly tag?: string;
  readonly body?: RouteBody;
  /** Whom the request tries to sign in as, for the count of attempts. Absent: nothing is guessed. */
  person?(request: AuthRequest<unknown>): string | Promise<string>;
  /** Whether attempts on the person count together, wherever they come from: what is guessed is short. Default: they do not. */
  isShort?(request: AuthRequest<unknown>): boolean;
  /** Nothing tells whether it was a guess: each counts as the request of a stranger. Default: what is refused does. */
  readonly isBlind?: true;
  answer(request: AuthRequest<unknown>): Promise<AuthAnswer>;
}

export interface AuthRequest<Body> {
  ctx: SignInContext;
  /** The same for who holds a link to connect by. */
  visit: LinkVisit;
  body: Body;
  /** Of the first step of signing in. */
  attempt: string | undefined;
  c: HubContext;
}

export interface AuthAnswer {
  data: unknown;
  /** Values of `Set-Cookie`. */
  cookies: readonly string[];
}

/** Defines an operation whose body is of its shape. */
export function defineAuthOperation<Body extends z.ZodType = z.ZodType>(
  operation: Omit<AuthOperation, 'body' | 'answer' | 'person' | 'isShort'> & { body?: RouteBody<Body> },
  handler: {
    person?(request: AuthRequest<z.output<Body>>): string | Promise<string>;
    isShort?(request: AuthRequest<z.output<Body>>): boolean;
    answer(request: AuthRequest<z.output<Body>>): Promise<AuthAnswer>;
  },
): AuthOperation {
  return { ...operation, ...handler };
}
