import { z } from 'zod';
import { signInMethods } from '../../../core/enums.ts';
import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { type Challenge, toChallenge } from '../passkeys/ceremony.ts';
import { openText, sealText } from '../pepper-box.ts';
import type { SignInContext } from './sign-in-deps.ts';

/** How long a person may take for the second step. */
export const attemptMs = 10 * 60 * 1000;

const attemptSchema = z.object({
  userId: z.uuid(),
  methods: z.array(z.enum(signInMethods)),
  organizationId: z.string().optional(),
  until: z.number(),
});

/** What the first step of signing in has shown. */
export type Attempt = Omit<z.infer<typeof attemptSchema>, 'until'>;

const purpose = 'attempts to sign in';
const owner = 'attempt';

/** Turns an attempt into text for a cookie, which only the hub can make and read: nothing is stored for it. */
export function sealAttempt(ctx: SignInContext, attempt: Attempt): string {
  const text = JSON.stringify({ ...attempt, until: ctx.clock.now() + attemptMs });
  return sealText({ pepper: ctx.pepper.reveal(), purpose, owner }, text).toString('base64url');
}

/**
 * Reads an attempt, with what its passkey is to sign.
 *
 * @throws {HubError} `unauthorized` for what is none, or too old.
 */
export function openAttempt(ctx: SignInContext, sealed: string | undefined): Attempt & Challenge {
  const label = { pepper: ctx.pepper.reveal(), purpose, owner };
  const text = sealed === undefined ? undefined : openText(label, Buffer.from(sealed, 'base64url'));
  const attempt = text === undefined ? undefined : attemptSchema.parse(JSON.parse(text));
  if (sealed === undefined || attempt === undefined || attempt.until <= ctx.clock.now()) {
    throw new HubError('unauthorized', messages.signInExpired);
  }
  return { ...attempt, challenge: toChallenge(sealed), madeAt: attempt.until - attemptMs };
}
