import type { Transaction } from '../../../drizzle/client.ts';

/** A token that is never accepted again. */
export interface SpentToken {
  orgId: string;
  kind: 'access_token' | 'assertion';
  clientId: string;
  jti: string;
  /** Milliseconds. Past it the token is refused for its age, and the row may go. */
  expiresAt: number;
}

/** Marks a token as spent. @returns whether it was not yet: of all who mark it at once, one hears `true`. */
export async function spendToken({ sql }: Transaction, token: SpentToken): Promise<boolean> {
  const rows = await sql`
    insert into spent_tokens (org_id, kind, client_id, jti, expires_at)
    values (${token.orgId}, ${token.kind}, ${token.clientId}, ${token.jti}, ${new Date(token.expiresAt).toISOString()})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}
