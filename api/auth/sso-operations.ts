import type { Answer } from '../answers/respond.ts';
import { attemptMs } from '../../services/access/sign-in/attempt.ts';
import { beginOidc, finishOidc, type SsoContext } from '../../services/access/single-sign-on/oidc/sign-in-by-oidc.ts';
import type { SsoSession } from '../../services/access/single-sign-on/start-sso-session.ts';
import { lifetimeMs } from '../../services/access/user-sessions/session-times.ts';
import type { HubContext } from '../hub-context.ts';
import { clearCookie, readCookie, setCookie } from './cookies.ts';

/**
 * One address that browsers go to on the way through an identity provider. They are pages and not operations of the API: each
 * answers with where to go next, and a refusal leads to the sign-in page.
 */
export interface SsoOperation {
  readonly method: 'get' | 'post';
  readonly path: `/auth/${string}/:id/${string}`;
  readonly operationId: string;
  answer(request: SsoRequest): Promise<SsoAnswer>;
}

export interface SsoRequest {
  ctx: SsoContext;
  /** Of the connection, as sent. */
  id: string;
  c: HubContext;
}

/** Where to go, or what to show. */
export type SsoAnswer = { location: string; cookies: readonly string[] } | { show: Pick<Answer, 'body' | 'headers'> };

export const ssoOperations: readonly SsoOperation[] = [
  {
    method: 'get',
    path: '/auth/oidc/:id/start',
    operationId: 'startOidcSignIn',
    answer: async ({ ctx, id, c }) => {
      const input = { id, returnTo: c.req.query('return_to'), hint: c.req.query('login_hint') };
      const { location, attempt } = await beginOidc({ ctx, input });
      return { location, cookies: [setCookie('attempt', attempt, attemptMs / 1000)] };
    },
  },
  {
    method: 'get',
    path: '/auth/oidc/:id/callback',
    operationId: 'finishOidcSignIn',
    answer: async ({ ctx, id, c }) => {
      const { search } = new URL(c.req.url);
      const attempt = readCookie(c.req.header('cookie'), 'attempt');
      return arrive(await finishOidc({ ctx, input: { id, search, attempt } }));
    },
  },
];

/** Lets a browser with a new session go where its person wanted to. */
function arrive({ sessionToken, returnTo }: SsoSession): SsoAnswer {
  return {
    location: returnTo,
    cookies: [setCookie('session', sessionToken, lifetimeMs / 1000), clearCookie('attempt')],
  };
}
