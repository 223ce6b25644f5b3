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
import type { passkeyOptions } from '../passkeys/add-passkey.ts';
import { describeRequest, openCeremony, sealCeremony } from '../passkeys/ceremony.ts';
import { selectKnownPasskeys } from '../passkeys/passkey.ts';
import { ceremony, passkeyAnswer } from '../passkeys/passkey-answers.ts';
import { fromTime } from '../../shared/rows.ts';
import { timestamp } from '../../shared/schemas.ts';
import { spendSecondFactor } from '../sign-in/check-second-factor.ts';
import { refuseFactor, totpCode } from '../sign-in/give-second-factor.ts';
import { noteRefusal } from '../sign-in/sign-in.ts';
import { inTenant, type TenantContext } from '../../shared/transaction.ts';
import { noteFactor } from '../user-sessions/note-factor.ts';
import { elevatedMs } from '../user-sessions/session-times.ts';
import { requirePerson } from './require-person.ts';

export const reauthenticationInput = z
  .strictObject({
    password: givenPassword.optional(),
    code: totpCode.optional(),
    passkey: z
      .strictObject({ ceremony, credential: passkeyAnswer })
      .optional()
      .meta({ description: 'What the browser answers with a passkey.' }),
  })
  .refine((input) => Object.values(input).filter((proof) => proof !== undefined).length === 1, {
    error: 'Send exactly one of password, code and passkey.',
  })
  .meta({ id: 'ReauthenticationInput' });

export const elevationRecord = z
  .object({ elevated_until: timestamp.meta({ description: 'Until then, acts that ask for it are let through.' }) })
  .meta({ id: 'Elevation' });

const confirmation = ({ session }: Pick<ServiceContext, 'session'>): string => `confirmation|${session?.id}`;

/** Begins a confirmation by a passkey of the person who asks: what the browser is to ask of its authenticator. */
export async function beginReauthentication({ ctx }: { ctx: ServiceContext }): Promise<z.infer<typeof passkeyOptions>> {
  const { userId } = requirePerson(ctx);
  const known = await inTenant(ctx, (tx) => selectKnownPasskeys(tx, userId));
  if (known.length === 0) throw new HubError('invalid_state', messages.passkeyNone);
  const sealed = sealCeremony(ctx, confirmation(ctx));
  return { ceremony: sealed, options: describeRequest(ctx, sealed, known) };
}

/**
 * Confirms that it is still the same person, with the password, a code of the second factor or a passkey, for acts that ask for it.
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
  const sent = input.passkey;
  const passkey = sent && { answer: sent.credential, ...openCeremony(ctx, confirmation(ctx), sent.ceremony) };
  if (input.password !== undefined) await requireOwnPassword(ctx, input.password);
  const outcome = await inTenant(ctx, async (tx) => {
    if (input.password === undefined) {
      const spent = await spendSecondFactor(tx, ctx, userId, { code: input.code, passkey });
      if ('refused' in spent) return spent;
      await noteFactor(tx, ctx, spent.method);
    }
    return elevate(tx, ctx);
  });
  if (!('refused' in outcome)) return outcome;
  await noteRefusal(ctx, userId, outcome.refused);
  throw refuseFactor(outcome.refused);
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
  if (row === undefined) {
    const errors = [{ path: 'password', code: 'not_set', message: messages.passwordNotSet }];
    throw invalidRequest(messages.bodyInvalid, errors);
  }
  await noteRefusal(ctx, userId, 'password');
  throw new HubError('unauthorized', messages.passwordWrong);
}

/**
 * Lets go on who has shown lately who they are. A remembered session may be older than a confirmation that was answered just now,
 * perhaps by another process: the stored one decides before anybody is refused.
 *
 * @throws {HubError} `forbidden`
 */
export async function requireElevated(ctx: TenantContext & Pick<ServiceContext, 'session' | 'clock'>): Promise<void> {
  const { session, clock } = ctx;
  if (session === undefined || clock.now() < session.elevatedAt + elevatedMs) return;
  const [stored] = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<{ elevated_at: string }[]>`
        select elevated_at from user_sessions where org_id = ${ctx.orgId ?? null} and id = ${session.id}`,
  );
  if (stored !== undefined && clock.now() < Date.parse(fromTime(stored.elevated_at)) + elevatedMs) return;
  throw new HubError('forbidden', messages.reauthenticationRequired, {
    details: { reason: 'reauthentication_required' },
  });
}
