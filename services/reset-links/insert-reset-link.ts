import { toTimestamp } from '../../core/clock.ts';
import type { resetIssuers } from '../../core/enums.ts';
import type { Secret } from '../../core/secret.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Scope } from '../shared/scopes.ts';
import type { ServiceContext } from '../shared/context.ts';
import { pepperId } from '../access/api-keys/api-key.ts';
import { toDashboardUrl } from '../access/people/dashboard-url.ts';
import { generateResetToken, hashToken } from '../access/user-sessions/session-token.ts';
import type { NewResetLinkRecord } from './reset-link.ts';

const hourMs = 3_600_000;

interface ResetLinkParts {
  userId: string;
  issuer: (typeof resetIssuers)[number];
  /** Absent where the person asked by mail. */
  orgId?: string | undefined;
  /** What the person may do at most when the link is used. Default: anything. */
  scopes?: readonly Scope[] | undefined;
  secondFactors: boolean;
  hours: number;
  madeBy: string;
  /** An earlier link of the same issuer that is younger than this is left as it is. Default: none is. */
  notAgainForMs?: number | undefined;
}

/**
 * Stores a link for a new password, which its maker writes into the audit log. Earlier ones of the same issuer end.
 *
 * @returns it, with the only copy of its token; `undefined` where an earlier one is too young.
 */
export async function insertResetLink(
  { sql }: Transaction,
  ctx: Pick<ServiceContext, 'clock' | 'publicUrl'> & { pepper: Secret<string> },
  { userId, issuer, orgId, scopes, secondFactors, hours, madeBy, notAgainForMs }: ResetLinkParts,
): Promise<NewResetLinkRecord | undefined> {
  const token = generateResetToken();
  const pepper = ctx.pepper.reveal();
  const nowMs = ctx.clock.now();
  const [now, expiresAt] = [toTimestamp(nowMs), toTimestamp(nowMs + hours * hourMs)];
  const ifOld =
    notAgainForMs === undefined ? sql`` : sql`where reset_links.created_at <= ${toTimestamp(nowMs - notAgainForMs)}`;
  const { count } = await sql`
    insert into reset_links (user_id, issuer, org_id, scopes, pepper_id, token_hmac, second_factors, made_by, expires_at,
                             created_at)
    values (${userId}, ${issuer}, ${orgId ?? null}, ${scopes === undefined ? null : [...scopes]}, ${pepperId(pepper)},
            ${hashToken(pepper, token)}, ${secondFactors}, ${madeBy}, ${expiresAt}, ${now})
    on conflict (user_id, issuer) do update
      set org_id = excluded.org_id, scopes = excluded.scopes, pepper_id = excluded.pepper_id,
          token_hmac = excluded.token_hmac, second_factors = excluded.second_factors, made_by = excluded.made_by,
          expires_at = excluded.expires_at, created_at = excluded.created_at
      ${ifOld}`;
  if (count === 0) return undefined;
  const url = `${toDashboardUrl(ctx.publicUrl)}/reset#${token}`;
  return { url, second_factors: secondFactors, expires_at: expiresAt };
}
