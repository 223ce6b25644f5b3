import { messages } from '../../core/messages.ts';
import type { Answer } from '../answers/respond.ts';
import { attemptMs } from '../../services/access/sign-in/attempt.ts';
import { beginOidc, finishOidc } from '../../services/access/single-sign-on/oidc/sign-in-by-oidc.ts';
import {
  acceptSaml,
  beginSaml,
  describeServiceProvider,
  finishSaml,
} from '../../services/access/single-sign-on/saml/sign-in-by-saml.ts';
import { signOut } from '../../services/access/sign-in/sign-out.ts';
import { beginSsoTest } from '../../services/access/single-sign-on/sign-in-tests/begin-sso-test.ts';
import type { SsoContext } from '../../services/access/single-sign-on/sso-context.ts';
import type { SsoSession } from '../../services/access/single-sign-on/start-sso-session.ts';
import { lifetimeMs } from '../../services/access/user-sessions/session-times.ts';
import type { HubContext } from '../hub-context.ts';
import { SsoRefusal } from '../../services/access/single-sign-on/sso-refusal.ts';
import { readBytes } from '../requests/read-json.ts';
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
      const finished = await finishOidc({ ctx, input: { id, search, attempt } });
      return 'sessionToken' in finished ? arrive({ ctx, c }, finished) : leaveTest(finished.location);
    },
  },
  {
    method: 'get',
    path: '/auth/saml/:id/start',
    operationId: 'startSamlSignIn',
    answer: async ({ ctx, id, c }) => {
      const { location, attempt } = await beginSaml({ ctx, input: { id, returnTo: c.req.query('return_to') } });
      return { location, cookies: [setCookie('attempt', attempt, attemptMs / 1000)] };
    },
  },
  {
    method: 'post',
    path: '/auth/saml/:id/acs',
    operationId: 'acceptSamlAnswer',
    answer: async ({ ctx, id, c }) => {
      const { location } = await acceptSaml({ ctx, input: { id, answer: await readSamlAnswer(c) } });
      return location === undefined ? leaveTest(location) : { location, cookies: [] };
    },
  },
  {
    method: 'get',
    path: '/auth/saml/:id/finish',
    operationId: 'finishSamlSignIn',
    answer: async ({ ctx, id, c }) => {
      const attempt = readCookie(c.req.header('cookie'), 'attempt');
      return arrive({ ctx, c }, await finishSaml({ ctx, input: { id, ticket: c.req.query('ticket'), attempt } }));
    },
  },
  {
    method: 'get',
    path: '/auth/sso-test/:id/start',
    operationId: 'startSsoTest',
    answer: async ({ ctx, id, c }) => {
      const session = readCookie(c.req.header('cookie'), 'session');
      const { location, attempt } = await beginSsoTest({ ctx, input: { id, session } });
      if (location === undefined || attempt === undefined) return leaveTest(location);
      return { location, cookies: [setCookie('attempt', attempt, attemptMs / 1000)] };
    },
  },
  {
    method: 'get',
    path: '/auth/saml/:id/metadata',
    operationId: 'getSamlMetadata',
    answer: async ({ ctx, id }) => {
      const body = await describeServiceProvider({ ctx, input: { id } });
      return { show: { body, headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' } } };
    },
  },
];

/** Base64 takes a third more than the document, and a form writes some of it in three characters. */
const formBytesMax = 512 * 1024;

/** @throws {SsoRefusal} `invalid_answer` for what is no form with one answer. */
async function readSamlAnswer(c: HubContext): Promise<string> {
  const isForm = /^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(c.req.header('content-type') ?? '');
  if (!isForm) throw new SsoRefusal('invalid_answer');
  const form = new URLSearchParams(Buffer.from(await readBytes(c, formBytesMax)).toString('latin1'));
  const [answer, ...others] = form.getAll('SAMLResponse');
  if (answer === undefined || others.length > 0) throw new SsoRefusal('invalid_answer');
  return answer;
}

/** Leads to the outcome of a test, which the page asks for; a program that began one asks for it elsewhere. */
function leaveTest(location: string | undefined): SsoAnswer {
  if (location !== undefined) return { location, cookies: [clearCookie('attempt')] };
  return { show: { body: `${messages.ssoTestOver}\n`, headers: { 'content-type': 'text/plain; charset=utf-8' } } };
}

/** Lets a browser with a new session go where its person wanted to; the one that it had ends. */
async function arrive(
  { ctx, c }: Pick<SsoRequest, 'ctx' | 'c'>,
  { sessionToken, returnTo }: SsoSession,
): Promise<SsoAnswer> {
  await signOut({ ctx, input: { token: readCookie(c.req.header('cookie'), 'session') } });
  return {
    location: returnTo,
    cookies: [setCookie('session', sessionToken, lifetimeMs / 1000), clearCookie('attempt')],
  };
}
