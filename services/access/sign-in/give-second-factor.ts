import { z } from 'zod';
import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { inTenant } from '../../shared/transaction.ts';
import { passkeyAnswer } from '../passkeys/passkey-answers.ts';
import { openAttempt } from './attempt.ts';
import { spendSecondFactor } from './check-second-factor.ts';
import { startSession } from './continue-sign-in.ts';
import { noteRefusal, type RefusedStep } from './sign-in.ts';
import type { SignInContext } from './sign-in-deps.ts';
import type { SignInResult } from './signed-in.ts';

export const totpCode = z
  .string()
  .regex(/^\d{6}$/, 'Must have six digits.')
  .meta({ examples: ['123456'] });
export const recoveryCode = z
  .string()
  .min(10)
  .max(32)
  .meta({ examples: ['k3x9w-p2m7t'] });

export const secondFactorInput = z
  .strictObject({
    code: totpCode.optional().meta({ description: 'Of the application. Each works once.' }),
    recovery_code: recoveryCode
      .optional()
      .meta({ description: 'In its place, one of the codes for the case of loss.' }),
    passkey: passkeyAnswer.optional(),
  })
  .refine((input) => Object.values(input).filter((proof) => proof !== undefined).length === 1, {
    error: 'Send exactly one of code, recovery_code and passkey.',
  })
  .meta({ id: 'SecondFactorInput' });

/** Whose attempt it is, for the count of attempts. @throws {HubError} `unauthorized` */
export function readAttemptOwner(ctx: SignInContext, attempt: string | undefined): string {
  return openAttempt(ctx, attempt).userId;
}

/**
 * Takes the second step of signing in.
 *
 * @throws {HubError} `unauthorized`; `forbidden` as `startSession`.
 */
export async function giveSecondFactor({
  ctx,
  input,
}: {
  ctx: SignInContext;
  input: z.output<typeof secondFactorInput> & { attempt: string | undefined };
}): Promise<SignInResult> {
  const { userId, methods, organizationId, challenge, madeAt } = openAttempt(ctx, input.attempt);
  const { code, recovery_code, passkey: answer } = input;
  const proof = { code, recovery_code, passkey: answer && { answer, challenge, madeAt } };
  const spent = await inTenant({ database: ctx.database, userId }, (tx) => spendSecondFactor(tx, ctx, userId, proof));
  if ('refused' in spent) {
    await noteRefusal(ctx, userId, spent.refused);
    throw refuseFactor(spent.refused);
  }
  return startSession(ctx, { userId, methods: [...methods, spent.method], organizationId });
}

/** What a person is told whose factor was refused. */
export function refuseFactor(step: RefusedStep): HubError {
  const isCode = step === 'second_factor';
  return new HubError('unauthorized', isCode ? messages.signInCodeWrong : messages.passkeyRefused);
}
