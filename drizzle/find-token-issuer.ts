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

/** Finds an issuer by its `iss`, through a definer function that answers one exact value only. */
export async function findTokenIssuer(database: Database, issuer: string): Promise<TokenIssuerLookup | undefined> {
  const [row] = await database.sql<
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
  >`select * from hub_find_token_issuer(${issuer})`;
  if (row === undefined) return undefined;
  return {
    orgId: row.org_id,
    id: row.id,
    audience: row.audience,
    jwksUri: row.jwks_uri,
    algorithms: row.algorithms,
    scopeRules: row.scope_rules,
    subjects: row.subjects ?? undefined,
    disabledAt: row.disabled_at === null ? undefined : new Date(row.disabled_at),
    requireIfMatch: row.require_if_match,
  };
}
