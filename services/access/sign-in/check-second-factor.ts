import { toTimestamp } from '../../../core/clock.ts';
import type { SignInMethod } from '../../../core/enums.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { hashRecoveryCode } from '../people/recovery-codes.ts';
import { openFactor } from '../people/second-factor-secret.ts';
import { findTotpStep } from '../people/totp.ts';
import type { Challenge } from '../passkeys/ceremony.ts';
import { spendPasskey } from '../passkeys/check-passkey.ts';
import type { PasskeyAnswer } from '../passkeys/passkey-answers.ts';
import type { RefusedStep } from './sign-in.ts';
import type { SignInContext } from './sign-in-deps.ts';

/** A code of an application, one of those that were written down, or a passkey. */
export interface SecondFactorProof {
  code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: (Challenge & { answer: PasskeyAnswer }) | undefined;
}

/** How somebody showed who they are, or which step they failed at, as the audit log names it. */
export type SpentFactor = { method: SignInMethod } | { refused: RefusedStep };

/**
 * Uses a factor up. The transaction acts for the person; of two that use one code at once, one succeeds.
 */
export async function spendSecondFactor(
  tx: Transaction,
  ctx: Pick<SignInContext, 'clock' | 'pepper' | 'publicUrl'>,
  userId: string,
  proof: SecondFactorProof,
): Promise<SpentFactor> {
  if (proof.passkey !== undefined) {
    const outcome = await spendPasskey(tx, ctx, userId, proof.passkey);
    if (outcome === 'accepted') return { method: 'passkey' };
    return { refused: outcome === 'copied' ? 'passkey_copied' : 'passkey' };
  }
  if (proof.recovery_code !== undefined) {
    const hmac = hashRecoveryCode(ctx.pepper.reveal(), userId, proof.recovery_code);
    const { count } = await tx.sql`delete from recovery_codes where user_id = ${userId} and hmac = ${hmac}`;
    return count === 1 ? { method: 'recovery_code' } : { refused: 'second_factor' };
  }
  const { code } = proof;
  if (code === undefined) return { refused: 'second_factor' };
  const factors = await tx.sql<{ id: string; sealed: Buffer; last_step: number }[]>`
    select id, sealed, last_step from second_factors
    where user_id = ${userId} and confirmed_at is not null order by id for update`;
  const nowMs = ctx.clock.now();
  for (const { id, sealed, last_step: lastStep } of factors) {
    const secret = openFactor(ctx.pepper, id, sealed);
    const step = secret === undefined ? undefined : findTotpStep(secret, code, { nowMs, lastStep });
    if (step === undefined) continue;
    await tx.sql`
      update second_factors set last_step = ${step}, last_used_at = ${toTimestamp(nowMs)}
      where user_id = ${userId} and id = ${id}`;
    return { method: 'totp' };
  }
  return { refused: 'second_factor' };
}
