import { z } from 'zod';
import type { Transaction } from '../../../drizzle/client.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { inTenant } from '../../shared/transaction.ts';
import { generateRecoveryCodes, hashRecoveryCode } from '../people/recovery-codes.ts';
import { requireOwnSignIn } from './require-person.ts';

export const recoveryCodesRecord = z
  .object({
    recovery_codes: z
      .array(z.string())
      .meta({ description: 'Each signs in once in place of the second factor. Shown this once; earlier ones end.' }),
  })
  .meta({ id: 'RecoveryCodes' });

type RecoveryCodes = z.infer<typeof recoveryCodesRecord>;

/** Makes new recovery codes; those from before end. @throws {HubError} `forbidden` in a session by single sign-on. */
export async function renewRecoveryCodes({ ctx }: { ctx: ServiceContext }): Promise<RecoveryCodes> {
  const { userId } = requireOwnSignIn(ctx);
  return inTenant(ctx, async (tx) => {
    await writeAudit(tx, ctx, { action: 'user.recovery_codes_renewed', resourceId: ctx.actor });
    return replaceCodes(tx, ctx, userId);
  });
}

/** Makes recovery codes for a person. Those from before end. */
export async function replaceCodes(
  { sql }: Transaction,
  ctx: Pick<ServiceContext, 'pepper'>,
  userId: string,
): Promise<RecoveryCodes> {
  const codes = generateRecoveryCodes();
  const pepper = ctx.pepper.reveal();
  await sql`delete from recovery_codes where user_id = ${userId}`;
  for (const code of codes) {
    await sql`insert into recovery_codes (user_id, hmac) values (${userId}, ${hashRecoveryCode(pepper, userId, code)})`;
  }
  return { recovery_codes: codes };
}

/** Makes recovery codes for a person who has none. @returns nothing for one who has some. */
export async function ensureRecoveryCodes(
  tx: Transaction,
  ctx: Pick<ServiceContext, 'pepper'>,
  userId: string,
): Promise<Partial<RecoveryCodes>> {
  const [some] = await tx.sql`select 1 from recovery_codes where user_id = ${userId} limit 1`;
  return some === undefined ? replaceCodes(tx, ctx, userId) : {};
}

/** Removes the recovery codes of a person who has no second factor any more. */
export function dropUnneededCodes({ sql }: Transaction, userId: string): PromiseLike<unknown> {
  return sql`
    delete from recovery_codes where user_id = ${userId}
      and not exists (select 1 from second_factors where user_id = ${userId} and confirmed_at is not null)
      and not exists (select 1 from passkeys where user_id = ${userId})`;
}
