import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError, invalidRequest } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { checkPassword } from '../people/password-hash.ts';
import { givenPassword } from '../people/password-rules.ts';
import { timestamp } from '../../shared/schemas.ts';
import { spendSecondFactor } from '../sign-in/check-second-factor.ts';
import { totpCode } from '../sign-in/give-second-factor.ts';
import { inTenant } from '../../shared/transaction.ts';
import { elevatedMs } from '../user-sessions/session-times.ts';
import { requirePerson } from './require-person.ts';

export const reauthenticationInput = z
  .strictObject({ password: givenPassword.optional(), code: totpCode.optional() })
  .refine((input) => (input.password === undefined) !== (input.code === undefined), {
    error: 'Send exactly one of password and code.',
  })
  .meta({ id: 'ReauthenticationInput' });

export const elevationRecord = z
  .object({ elevated_until: timestamp.meta({ description: 'Until then, acts that ask for it are let through.' }) })
  .meta({ id: 'Elevation' });

/**
 * Confirms that it is still the same person, with the password or a code of the second factor, for acts that ask for it.
 *
 * @throws {HubError} `unauthorized`
 */
export async function reauthenticate({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof reauthenticationInput>;
}): Promise<z.infer<typeof elevationRecord>> {
  const { userId } = requirePerson(ctx);
  if (input.password !== undefined) await requireOwnPassword(ctx, input.password);
  return inTenant(ctx, async (tx) => {
    if (input.code !== undefined && (await spendSecondFactor(tx, ctx, userId, { code: input.code })) === undefined) {
      throw new HubError('unauthorized', messages.signInCodeWrong);
    }
    return elevate(tx, ctx);
  });
}

/** Counts the session as confirmed from now on. */
export async function elevate(tx: Transaction, ctx: ServiceContext): Promise<z.infer<typeof elevationRecord>> {
  const { session } = requirePerson(ctx);
  const now = ctx.clock.now();
  await Promise.all([
    tx.sql`
      update user_sessions set elevated_at = ${toTimestamp(now)}
      where org_id = ${ctx.orgId} and id = ${session.id}`,
    writeAudit(tx, ctx, { action: 'session.reauthenticated', resourceId: toId('session', session.id) }),
  ]);
  return { elevated_until: toTimestamp(now + elevatedMs) };
}

/** @throws {HubError} `unauthorized` for a wrong one; `invalid_request` where the person has none. */
export async function requireOwnPassword(ctx: ServiceContext, password: string): Promise<void> {
  const { userId } = requirePerson(ctx);
  const [row] = await inTenant(
    ctx,
    async ({ sql }) => await sql<{ hash: string }[]>`select hash from user_passwords where user_id = ${userId}`,
  );
  const { matches } = await checkPassword(ctx.pepper.reveal(), password, row?.hash);
  if (matches) return;
  if (row !== undefined) throw new HubError('unauthorized', messages.passwordWrong);
  throw invalidRequest(messages.bodyInvalid, [{ path: 'password', code: 'not_set', message: messages.passwordNotSet }]);
}

/** True while the person has shown lately who they are. */
export function isElevated({ session, clock }: Pick<ServiceContext, 'session' | 'clock'>): boolean {
  return session !== undefined && clock.now() < session.elevatedAt + elevatedMs;
}
