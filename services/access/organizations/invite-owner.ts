import { toTimestamp } from '../../../core/clock.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Secret } from '../../../core/secret.ts';
import { type AuditContext, writeAudit } from '../../audit-events/audit.ts';
import { insertInvitation, toInvitationUrl } from '../invitations/insert-invitation.ts';
import { toDashboardUrl } from '../people/dashboard-url.ts';

interface OwnerLink {
  publicUrl: string;
  /** The link alone signs in, without an address and a password: for a hub of one person. Default: false. */
  passwordless?: boolean;
  /** False where the event of the organization itself tells of it. Default: true. */
  audited?: boolean;
}

/**
 * Makes a link whose holder becomes an owner, once. For operators, who have no caller. Earlier ones of theirs end.
 *
 * @returns the only copy of the link.
 */
export async function inviteOwner(
  tx: Transaction,
  ctx: AuditContext & { pepper: Secret<string> },
  { publicUrl, passwordless = false, audited = true }: OwnerLink,
): Promise<string> {
  await tx.sql`
    update invitations set expires_at = ${toTimestamp(ctx.clock.now())}
    where org_id = ${ctx.orgId} and invited_by = ${ctx.actor} and accepted_at is null
      and expires_at > ${toTimestamp(ctx.clock.now())}`;
  const { record, token } = await insertInvitation(tx, ctx, {
    email: null,
    grants: [{ role: 'owner', account_id: null }],
    passwordless,
  });
  if (audited) {
    await writeAudit(tx, ctx, { action: 'invitation.created', resourceId: record.id, after: record });
  }
  return toInvitationUrl(toDashboardUrl(publicUrl), token);
}
