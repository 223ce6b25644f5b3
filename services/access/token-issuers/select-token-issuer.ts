import { notFound } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { toLookup } from '../../shared/schemas.ts';
import type { TokenIssuerRow } from './token-issuer.ts';

/**
 * Finds an issuer of the organization by the id that a caller sent.
 *
 * @throws {HubError} `not_found`
 */
export async function selectTokenIssuer(
  { sql }: Transaction,
  orgId: string,
  id: string,
  mode: 'read' | 'lock',
): Promise<TokenIssuerRow> {
  const [row] = await sql<TokenIssuerRow[]>`
    select id, name, issuer, audience, jwks_uri, algorithms, scope_rules, subjects, disabled_at, row_version, created_at,
           updated_at
    from token_issuers where org_id = ${orgId} and id = ${toLookup('tokenIssuer', id)}
    ${mode === 'lock' ? sql`for update` : sql``}`;
  if (row === undefined) throw notFound();
  return row;
}
