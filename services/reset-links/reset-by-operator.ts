import type { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { Secret } from '../../core/secret.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { type AuditContext, writeAudit } from '../audit-events/audit.ts';
import { selectMembers } from '../access/members/select-members.ts';
import { emailSchema } from '../access/people/email.ts';
import { replaceLinks } from './create-reset-link.ts';
import { requireResettable } from './require-resettable.ts';
import { type NewResetLinkRecord, resetLinkInput, withoutUrl } from './reset-link.ts';

export const operatorResetInput = resetLinkInput
  .extend({ email: emailSchema.meta({ description: 'What the member signs in with.' }) })
  .meta({ id: 'OperatorResetLinkInput' });

/**
 * Makes a link by which any member chooses another password, an owner too, wherever else they are members. For operators.
 *
 * @returns the only copy of the link, which works once.
 * @throws {HubError} `not_found` where no member has the address; as `requireResettable`.
 */
export async function resetByOperator(
  tx: Transaction,
  ctx: AuditContext & { pepper: Secret<string>; publicUrl: string },
  input: z.output<typeof operatorResetInput>,
): Promise<NewResetLinkRecord> {
  const { orgId } = ctx;
  const where = tx.sql`
    where members.org_id = ${orgId} and users.email = ${input.email} for no key update of members`;
  const [member] = await selectMembers(tx, orgId, where);
  if (member === undefined) throw notFound();
  await requireResettable(tx, orgId, member);
  const record = await replaceLinks(tx, ctx, {
    userId: member.user_id,
    issuer: 'operator',
    orgId,
    secondFactors: input.second_factors,
    hours: input.expires_in_hours,
    madeBy: ctx.actor,
  });
  await writeAudit(tx, ctx, {
    action: 'member.reset_link_created',
    resourceId: toId('user', member.user_id),
    after: withoutUrl(record),
  });
  return record;
}
