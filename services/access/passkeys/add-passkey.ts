import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError, invalidRequest } from '../../../core/errors.ts';
import { newUuid } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import { codeOf } from '../../../drizzle/failures.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { ensureRecoveryCodes } from '../profile/recovery-codes.ts';
import { requireOwnSignIn } from '../profile/require-person.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { inTenant } from '../../shared/transaction.ts';
import { noteFactor } from '../user-sessions/note-factor.ts';
import { describeCreation, openCeremony, sealCeremony } from './ceremony.ts';
import { checkCreation } from './check-passkey.ts';
import { passkeyName, passkeyRecord, selectKnownPasskeys, toPasskeyRecord } from './passkey.ts';
import { browserOptions, ceremony, creationAnswer } from './passkey-answers.ts';

const passkeysMax = 10;

export const passkeyOptions = z
  .object({
    ceremony,
    options: browserOptions.meta({
      description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `.parseRequestOptionsFromJSON()`.',
    }),
  })
  .meta({ id: 'PasskeyOptions' });

export const passkeyInput = z
  .strictObject({ name: passkeyName, ceremony, credential: creationAnswer })
  .meta({ id: 'PasskeyInput' });

export const newPasskeyRecord = passkeyRecord
  .extend({
    recovery_codes: z.array(z.string()).optional().meta({
      description: 'With the first second factor: each signs in once in its place. Shown this once.',
    }),
  })
  .meta({ id: 'NewPasskey' });

const creation = ({ session }: Pick<ServiceContext, 'session'>): string => `creation|${session?.id}`;

/** Begins with a passkey: what the browser is to ask of its authenticator. @throws {HubError} as `addPasskey`. */
export async function beginPasskey({ ctx }: { ctx: ServiceContext }): Promise<z.infer<typeof passkeyOptions>> {
  const { userId } = requireOwnSignIn(ctx);
  const { user, known } = await inTenant(ctx, async (tx) => {
    const [[row], passkeys] = await Promise.all([
      tx.sql<{ name: string; email: string | null }[]>`select name, email from users where id = ${userId}`,
      selectKnownPasskeys(tx, userId),
    ]);
    return { user: row, known: passkeys };
  });
  requireRoom(known.length);
  const sealed = sealCeremony(ctx, creation(ctx));
  const name = user?.name ?? ctx.actor;
  return {
    ceremony: sealed,
    options: describeCreation(ctx, sealed, { userId, name, label: user?.email ?? name, known }),
  };
}

/**
 * Adds a passkey: a second factor, and a way to sign in by itself. The first second factor comes with recovery codes.
 *
 * @throws {HubError} `forbidden` in a session by single sign-on; `unauthorized` for a ceremony of another session or that took
 *   too long; `invalid_request` for an answer that is not right; `conflict` for one that is known; `invalid_state` beyond ten.
 */
export async function addPasskey({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof passkeyInput>;
}): Promise<z.infer<typeof newPasskeyRecord>> {
  const { userId } = requireOwnSignIn(ctx);
  const { name, credential: answer } = input;
  const made = await checkCreation(ctx, openCeremony(ctx, creation(ctx), input.ceremony), answer);
  if (made === undefined) {
    throw invalidRequest(messages.bodyInvalid, [
      { path: 'credential', code: 'passkey_refused', message: messages.passkeyRefused },
    ]);
  }
  const now = toTimestamp(ctx.clock.now());
  const { credential, backedUp } = made;
  const row = { id: newUuid(), name, backed_up: backedUp, last_used_at: null, created_at: now };
  const record = toPasskeyRecord(row);
  try {
    return await inTenant(ctx, async (tx) => {
      // Another that is added at the same time waits until this one is counted.
      await tx.sql`select 1 from users where id = ${userId} for no key update`;
      const [{ count } = { count: 0 }] = await tx.sql<{ count: number }[]>`
        select count(*) from passkeys where user_id = ${userId}`;
      requireRoom(count);
      const codes = await ensureRecoveryCodes(tx, ctx, userId);
      await Promise.all([
        tx.sql`
          insert into passkeys (user_id, id, name, credential_id, public_key, counter, transports, backed_up, created_at)
          values (${userId}, ${row.id}, ${name}, ${Buffer.from(credential.id, 'base64url')},
                  ${Buffer.from(credential.publicKey)}, ${credential.counter}, ${answer.response.transports ?? []},
                  ${backedUp}, ${now})`,
        writeAudit(tx, ctx, { action: 'passkey.created', resourceId: record.id, after: record }),
        noteFactor(tx, ctx, 'passkey'),
      ]);
      return { ...record, ...codes };
    });
  } catch (error) {
    if (codeOf(error) === '23505') throw new HubError('conflict', messages.passkeyKnown, { cause: error });
    throw error;
  }
}

function requireRoom(count: number): void {
  if (count >= passkeysMax) throw new HubError('invalid_state', messages.passkeysTooMany({ max: passkeysMax }));
}
