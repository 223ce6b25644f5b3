import { z } from 'zod';
import { HubError, notFound } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { dropUnneededCodes } from '../profile/recovery-codes.ts';
import { requireOwnSignIn, requirePerson } from '../profile/require-person.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { type PasskeyRecord, type PasskeyRow, passkeyName, toPasskeyRecord } from './passkey.ts';

export const passkeyPatch = z.strictObject({ name: passkeyName }).meta({ id: 'PasskeyPatch' });

/** Lists the passkeys of the person who asks. */
export async function listPasskeys({ ctx }: { ctx: ServiceContext }): Promise<PasskeyRecord[]> {
  const { userId } = requirePerson(ctx);
  const rows = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<PasskeyRow[]>`
      select id, name, backed_up, last_used_at, created_at from passkeys where user_id = ${userId} order by id`,
  );
  return rows.map(toPasskeyRecord);
}

/** Gives a passkey another name. @throws {HubError} `not_found` */
export async function renamePasskey({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof passkeyPatch> & { id: string };
}): Promise<PasskeyRecord> {
  const { userId } = requirePerson(ctx);
  const id = toLookup('passkey', input.id);
  return inTenant(ctx, async (tx) => {
    const [row] = await tx.sql<PasskeyRow[]>`
      select id, name, backed_up, last_used_at, created_at from passkeys
      where user_id = ${userId} and id = ${id} for update`;
    if (row === undefined) throw notFound();
    const [before, after] = [row, { ...row, name: input.name }].map(toPasskeyRecord);
    if (after === undefined || row.name === input.name) return toPasskeyRecord(row);
    await Promise.all([
      tx.sql`update passkeys set name = ${input.name} where user_id = ${userId} and id = ${id}`,
      writeAudit(tx, ctx, { action: 'passkey.updated', resourceId: input.id, before, after }),
    ]);
    return after;
  });
}

/**
 * Removes a passkey; with the last second factor, the recovery codes.
 *
 * @throws {HubError} `forbidden` in a session by single sign-on; `not_found`; `invalid_state` for the last one of a person
 *   without a password, who could not sign in again.
 */
export async function removePasskey({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  const { userId } = requireOwnSignIn(ctx);
  const id = toLookup('passkey', input.id);
  await inTenant(ctx, async (tx) => {
    // Of two that are removed at the same time, the second sees that it is the last.
    await tx.sql`select 1 from users where id = ${userId} for no key update`;
    const { count } = await tx.sql`delete from passkeys where user_id = ${userId} and id = ${id}`;
    if (count === 0) throw notFound();
    const [way] = await tx.sql`
      select 1 from user_passwords where user_id = ${userId} union all select 1 from passkeys where user_id = ${userId}`;
    if (way === undefined) throw new HubError('invalid_state', messages.passkeyLast);
    await Promise.all([
      dropUnneededCodes(tx, userId),
      writeAudit(tx, ctx, { action: 'passkey.deleted', resourceId: input.id }),
    ]);
  });
}
