import { z } from 'zod';
import { openText, sealText } from '../pepper-box.ts';
import { attemptMs } from '../sign-in/attempt.ts';
import type { SignInContext } from '../sign-in/sign-in-deps.ts';
import { SsoRefusal } from './sso-refusal.ts';

const attemptSchema = z.object({
  /** UUID of the connection. */
  connectionId: z.string(),
  /** Of OpenID Connect: what the provider repeats, and what it must be shown. */
  state: z.string().optional(),
  nonce: z.string().optional(),
  verifier: z.string().optional(),
  /** Of SAML: the request that the answer must be to. */
  requestId: z.string().optional(),
  returnTo: z.string(),
  /** UUID of the test that it is, which makes no session. */
  testId: z.string().optional(),
  until: z.number(),
});

/** What a browser carries while its person is at an identity provider. */
export type SsoAttempt = Omit<z.infer<typeof attemptSchema>, 'until'>;

const purpose = 'attempts at single sign-on';
const owner = 'attempt';

/** Turns an attempt into text for a cookie, which only the hub can make and read: nothing is stored for it. */
export function sealSsoAttempt(ctx: Pick<SignInContext, 'pepper' | 'clock'>, attempt: SsoAttempt): string {
  const text = JSON.stringify({ ...attempt, until: ctx.clock.now() + attemptMs });
  return sealText({ pepper: ctx.pepper.reveal(), purpose, owner }, text).toString('base64url');
}

/**
 * Reads the attempt of a connection that this browser began.
 *
 * @throws {SsoRefusal} `expired` for none, for one at another connection, and for one that is too old.
 */
export function openSsoAttempt(
  ctx: Pick<SignInContext, 'pepper' | 'clock'>,
  connectionId: string,
  sealed: string | undefined,
): SsoAttempt {
  const label = { pepper: ctx.pepper.reveal(), purpose, owner };
  const text = sealed === undefined ? undefined : openText(label, Buffer.from(sealed, 'base64url'));
  const attempt = text === undefined ? undefined : attemptSchema.parse(JSON.parse(text));
  const holds = attempt !== undefined && attempt.until > ctx.clock.now() && attempt.connectionId === connectionId;
  if (!holds) throw new SsoRefusal('expired');
  return attempt;
}

/** Within the dashboard only: neither another host, nor a path that browsers read as one. */
const ownPage = /^\/app(?:\/[^\\\p{Cc}]*)?$/u;

/** Where to go after signing in. Anything but a page of the dashboard becomes its first page. */
export function toReturnPath(asked: string | undefined): string {
  const decoded = asked === undefined ? undefined : decode(asked);
  const holds = asked !== undefined && decoded !== undefined && ownPage.test(asked) && ownPage.test(decoded);
  return holds && !/(?:^|\/)\.\.(?:\/|$)/.test(decoded) ? asked : '/app/';
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
