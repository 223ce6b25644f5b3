import { toTimestamp } from '../../core/clock.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Secret } from '../../core/secret.ts';
import type { AuditContext } from '../audit.ts';
import { insertInvitation, toInvitationUrl } from '../invitations/insert-invitation.ts';
import { toDashboardUrl } from '../people/dashboard-url.ts';

/**
 * Makes a link whose holder becomes an owner, once. For operators, who have no caller. Earlier ones of theirs end.
 *
 * @param options.passwordless The link alone signs in, without an address and a password: for a hub of one person.
 * @returns the only copy of the link.
 */
export async function inviteOwner(
  tx: Transaction,
  ctx: AuditContext & { pepper: Secret<string> },
  { publicUrl, passwordless = false }: { publicUrl: string; passwordless?: boolean },
): Promise<string> {
  await tx.sql`
    update invitations set expires_at = ${toTimestamp(ctx.clock.now())}
    where org_id = ${ctx.orgId} and invited_by = ${ctx.actor} and accepted_at is null
      and expires_at > ${toTimestamp(ctx.clock.now())}`;
  const { token } = await insertInvitation(tx, ctx, {
    email: null,
    grants: [{ role: 'owner', account_id: null }],
    passwordless,
  });
  return toInvitationUrl(toDashboardUrl(publicUrl), token);
}
