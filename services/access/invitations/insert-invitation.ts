import { toTimestamp } from '../../../core/clock.ts';
import { newUuid } from '../../../core/ids.ts';
import type { Secret } from '../../../core/secret.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { pepperId } from '../api-keys/api-key.ts';
import type { AuditContext } from '../../audit-events/audit.ts';
import type { RoleGrant } from '../people/role-grants.ts';
import { generateInvitationToken, hashToken } from '../user-sessions/session-token.ts';
import { type InvitationRecord, toInvitationRecord } from './invitation.ts';

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

interface InvitationParts {
  email: string | null;
  grants: readonly RoleGrant[];
  /** The link alone signs in. */
  passwordless?: boolean;
}

/** Stores an invitation, which its maker writes into the audit log. @returns it, with the only copy of its token. */
export async function insertInvitation(
  tx: Transaction,
  ctx: AuditContext & { pepper: Secret<string> },
  { email, grants, passwordless = false }: InvitationParts,
): Promise<{ record: InvitationRecord; token: string }> {
  const token = generateInvitationToken();
  const pepper = ctx.pepper.reveal();
  const now = ctx.clock.now();
  const row = {
    id: newUuid(),
    email,
    grants: [...grants],
    invited_by: ctx.actor,
    expires_at: toTimestamp(now + lifetimeMs),
    accepted_at: null,
    created_at: toTimestamp(now),
  };
  const record = toInvitationRecord(row, now);
  await tx.sql`
      insert into invitations (org_id, id, email, grants, pepper_id, token_hmac, passwordless, invited_by, expires_at, created_at)
      values (${ctx.orgId}, ${row.id}, ${email}, ${JSON.stringify(grants)}, ${pepperId(pepper)},
              ${hashToken(pepper, token)}, ${passwordless}, ${ctx.actor}, ${row.expires_at}, ${row.created_at})`;
  return { record, token };
}

/** Where a person opens an invitation. The token is behind `#`, so that no server and no proxy sees or logs it. */
export function toInvitationUrl(dashboardUrl: string, token: string): string {
  return `${dashboardUrl}/welcome#${token}`;
}
