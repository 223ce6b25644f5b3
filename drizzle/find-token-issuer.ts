import type { Database } from './client.ts';

/** An issuer outside of the hub, as it is known before the organization is that trusts it. */
export interface TokenIssuerLookup {
  orgId: string;
  id: string;
  audience: string;
  jwksUri: string;
  algorithms: string[];
  scopeRules: unknown[];
  /** Values of `sub` that may call; `undefined` means any. */
  subjects: string[] | undefined;
  disabledAt: Date | undefined;
  /** Of its organization. */
  requireIfMatch: boolean;
}

/**
 * Finds what organizations say of an issuer and one of some audiences, through a definer function that answers exact values
 * only.
 */
export async function findTokenIssuers(
  database: Database,
  issuer: string,
  audiences: readonly string[],
): Promise<TokenIssuerLookup[]> {
  const rows = await database.sql<
    {
      org_id: string;
      id: string;
      audience: string;
      jwks_uri: string;
      algorithms: string[];
      scope_rules: unknown[];
      subjects: string[] | null;
      disabled_at: string | null;
      require_if_match: boolean;
    }[]
  >`select * from hub_find_token_issuers(${issuer}, ${audiences})`;
  return rows.map((row) => ({
    orgId: row.org_id,
    id: row.id,
    audience: row.audience,
    jwksUri: row.jwks_uri,
    algorithms: row.algorithms,
    scopeRules: row.scope_rules,
    subjects: row.subjects ?? undefined,
    disabledAt: row.disabled_at === null ? undefined : new Date(row.disabled_at),
    requireIfMatch: row.require_if_match,
  }));
}
