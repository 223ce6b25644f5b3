import { z } from 'zod';
import {
  acceptInvitation,
  acceptInvitationInput,
  invitationTokenInput,
  lookUpInvitation,
  openInvitationRecord,
} from '../../services/access/sign-in/accept-invitation.ts';
import { attemptMs } from '../../services/access/sign-in/attempt.ts';
import {
  giveSecondFactor,
  readAttemptOwner,
  secondFactorInput,
} from '../../services/access/sign-in/give-second-factor.ts';
import {
  forgottenPasswordInput,
  forgottenPasswordRecord,
  mailResetLink,
} from '../../services/reset-links/mail-reset-link.ts';
import {
  lookUpResetLink,
  openResetLinkRecord,
  resetInput,
  resetTokenInput,
  useResetLink,
} from '../../services/reset-links/use-reset-link.ts';
import { signIn, signInInput } from '../../services/access/sign-in/sign-in.ts';
import {
  listSignInMethods,
  signInMethodsInput,
  signInMethodsRecord,
} from '../../services/access/sign-in/list-sign-in-methods.ts';
import {
  beginPasskeySignIn,
  passkeyQuestion,
  passkeySignInInput,
  passkeySignInSeconds,
  signInByPasskey,
} from '../../services/access/sign-in/sign-in-by-passkey.ts';
import { type SignInResult, signInRecord } from '../../services/access/sign-in/signed-in.ts';
import { signOut } from '../../services/access/sign-in/sign-out.ts';
import {
  readSessionOwner,
  switchInput,
  switchOrganization,
} from '../../services/access/sign-in/switch-organization.ts';
import { lifetimeMs } from '../../services/access/user-sessions/session-times.ts';
import { clearCookie, readCookie, setCookie } from './cookies.ts';
import { type AuthAnswer, type AuthOperation, type AuthRequest, defineAuthOperation } from './operation.ts';

export const authOperations: readonly AuthOperation[] = [
  defineAuthOperation(
    {
      path: '/auth/methods',
      operationId: 'listSignInMethods',
      summary: 'List the ways to sign in',
      description:
        "Of people with an address's domain: by password, by the identity provider of an organization that has verified the " +
        'domain, or both. Says nothing of whether there is such a person.',
      body: { shape: signInMethodsInput },
      data: signInMethodsRecord,
    },
    {
      answer: async ({ ctx, body }) => ({ data: await listSignInMethods({ ctx, input: body }), cookies: [] }),
    },
  ),
  defineAuthOperation(
    {
      path: '/auth/sign-in',
      operationId: 'signIn',
      summary: 'Sign in',
      description:
        'With an e-mail address and a password. The session is kept in a cookie; a person with a second factor is asked ' +
        'for it first.',
      body: { shape: signInInput },
      data: signInRecord,
    },
    {
      person: ({ body }) => body.email,
      answer: async ({ ctx, body, c }) => arrive({ ctx, c }, await signIn({ ctx, input: body })),
    },
  ),
  defineAuthOperation(
    {
      path: '/auth/passkey/options',
      operationId: 'beginPasskeySignIn',
      summary: 'Begin to sign in by a passkey',
      description:
        'What the browser is to ask of its authenticator. Its answer goes to `/auth/passkey`, from the same browser.',
      data: passkeyQuestion,
    },
    {
      answer: async ({ ctx }) => {
        const { record: data, attempt } = beginPasskeySignIn({ ctx });
        return { data, cookies: [setCookie('attempt', attempt, passkeySignInSeconds)] };
      },
    },
  ),
  defineAuthOperation(
    {
      path: '/auth/passkey',
      operationId: 'signInByPasskey',
      summary: 'Sign in by a passkey',
      description: 'It is both factors in one. The session is kept in a cookie.',
      body: { shape: passkeySignInInput },
      data: signInRecord,
    },
    {
      person: ({ body }) => body.passkey.id,
      answer: async ({ ctx, body, attempt, c }) =>
        arrive({ ctx, c }, await signInByPasskey({ ctx, input: { ...body, attempt } })),
    },
  ),
  defineAuthOperation(
    {
      path: '/auth/second-factor',
      operationId: 'giveSecondFactor',
      summary: 'Give the second factor',
      description: 'The second step of signing in, within ten minutes of the first, in the same browser.',
      body: { shape: secondFactorInput },
      data: signInRecord,
    },
    {
      person: ({ ctx, attempt }) => readAttemptOwner(ctx, attempt),
      isShort: ({ body }) => body.code !== undefined,
      answer: async ({ ctx, body, attempt, c }) =>
        arrive({ ctx, c }, await giveSecondFactor({ ctx, input: { ...body, attempt } })),
    },
  ),
  defineAuthOperation(
    {
      path: '/auth/switch-organization',
      operationId: 'switchOrganization',
      summary: 'Act in another organization',
      description:
        'Of a person who is signed in and an active member of both. The session ends, and another one takes its place in the ' +
        'cookie: it lasts as long, and asks for a confirmation of who they are as soon. Refused as `forbidden` with ' +
        '`details.reason`: `sso_required` where the organization wants people to sign in by its identity provider, ' +
        '`sign_in_required` in a session by such a provider, which vouches for people in its own organization only.',
      body: { shape: switchInput },
      data: signInRecord,
    },
    {
      person: ({ ctx, c }) => readSessionOwner(ctx, readCookie(c.req.header('cookie'), 'session')),
      answer: async ({ ctx, body, c }) =>
        toAnswer(
          await switchOrganization({ ctx, input: { ...body, token: readCookie(c.req.header('cookie'), 'session') } }),
        ),
    },
  ),
  defineAuthOperation(
    {
      path: '/auth/sign-out',
      operationId: 'signOut',
      summary: 'Sign out',
      description: 'Ends the session of the cookie, if there is one, and removes the cookie.',
      data: z.object({ signed_out: z.literal(true) }).meta({ id: 'SignOut' }),
    },
    {
      answer: async ({ ctx, c }) => {
        await signOut({ ctx, input: { token: readCookie(c.req.header('cookie'), 'session') } });
        return { data: { signed_out: true }, cookies: [clearCookie('session'), clearCookie('attempt')] };
      },
    },
  ),
  defineAuthOperation(
    {
      path: '/auth/invitation',
      operationId: 'lookUpInvitation',
      summary: 'Look up an invitation',
      description: 'Says to the holder of a link what it is for.',
      body: { shape: invitationTokenInput },
      data: openInvitationRecord,
      errors: ['not_found'],
    },
    { answer: async ({ ctx, body }) => ({ data: await lookUpInvitation({ ctx, input: body }), cookies: [] }) },
  ),
  defineAuthOperation(
    {
      path: '/auth/accept-invitation',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      description:
        'Makes the holder of the link a member and signs them in: a new person with a name and a password, or a known one ' +
        'with theirs. The link works once.',
      body: { shape: acceptInvitationInput },
      data: signInRecord,
      errors: ['not_found', 'conflict'],
    },
    {
      person: ({ body }) => body.token,
      answer: async ({ ctx, body, c }) => arrive({ ctx, c }, await acceptInvitation({ ctx, input: body })),
    },
  ),
  defineAuthOperation(
    {
      path: '/auth/forgotten-password',
      operationId: 'askForResetLink',
      summary: 'Ask for a link for a new password',
      description:
        'Where the hub has a mail server, it sends the person with this address a link that works once, for an hour; one in two ' +
        'minutes. Says nothing of whether there is such a person.',
      isBlind: true,
      body: { shape: forgottenPasswordInput },
      data: forgottenPasswordRecord,
      errors: ['service_unavailable'],
    },
    {
      person: ({ body }) => body.email,
      answer: async ({ ctx, body }) => ({ data: mailResetLink({ ctx, input: body }), cookies: [] }),
    },
  ),
  defineAuthOperation(
    {
      path: '/auth/reset-link',
      operationId: 'lookUpResetLink',
      summary: 'Look up a link for a new password',
      description: 'Says to its holder whom it is for.',
      body: { shape: resetTokenInput },
      data: openResetLinkRecord,
      errors: ['not_found'],
    },
    { answer: async ({ ctx, body }) => ({ data: await lookUpResetLink({ ctx, input: body }), cookies: [] }) },
  ),
  defineAuthOperation(
    {
      path: '/auth/reset-password',
      operationId: 'resetPassword',
      summary: 'Choose a new password by a link',
      description:
        'All sessions of the person end, and they are signed in. A second factor is asked for, unless the link removes those. ' +
        'The link works once.',
      body: { shape: resetInput },
      data: signInRecord,
      errors: ['not_found'],
    },
    {
      person: ({ body }) => body.token,
      answer: async ({ ctx, body, c }) => arrive({ ctx, c }, await useResetLink({ ctx, input: body })),
    },
  ),
];

/** Ends the session that the browser had, now that another one takes its place in the cookie. */
async function arrive({ ctx, c }: Pick<AuthRequest<unknown>, 'ctx' | 'c'>, result: SignInResult): Promise<AuthAnswer> {
  if (!('attempt' in result)) await signOut({ ctx, input: { token: readCookie(c.req.header('cookie'), 'session') } });
  return toAnswer(result);
}

function toAnswer(result: SignInResult): AuthAnswer {
  const { record: data } = result;
  const cookies =
    'attempt' in result
      ? [setCookie('attempt', result.attempt, attemptMs / 1000)]
      : [setCookie('session', result.sessionToken, lifetimeMs / 1000), clearCookie('attempt')];
  return { data, cookies };
}
