import { z } from 'zod';
import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { inTenant } from '../../shared/transaction.ts';
import { openAttempt } from './attempt.ts';
import { spendSecondFactor } from './check-second-factor.ts';
import { startSession } from './continue-sign-in.ts';
import { noteRefusal } from './sign-in.ts';
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
  })
  .refine((input) => (input.code === undefined) !== (input.recovery_code === undefined), {
    error: 'Send exactly one of code and recovery_code.',
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
  const { userId, methods, organizationId } = openAttempt(ctx, input.attempt);
  const spent = await inTenant({ database: ctx.database, userId }, (tx) => spendSecondFactor(tx, ctx, userId, input));
  if (spent === undefined) {
    await noteRefusal(ctx, userId, 'second_factor');
    throw new HubError('unauthorized', messages.signInCodeWrong);
  }
  return startSession(ctx, { userId, methods: [...methods, spent], organizationId });
}
