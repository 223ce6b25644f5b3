import { notFound } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { toLookup } from '../../shared/schemas.ts';
import type { OauthClientRow } from './oauth-client.ts';

/**
 * Finds a client of the organization by the id that a caller sent.
 *
 * @throws {HubError} `not_found`
 */
export async function selectOauthClient(
  { sql }: Transaction,
  orgId: string,
  id: string,
  mode: 'read' | 'lock',
): Promise<OauthClientRow> {
  const [row] = await sql<OauthClientRow[]>`
    select id, name, auth_method, secret_last4, previous_expires_at, jwks, scopes, disabled_at, row_version, created_at,
           updated_at
    from oauth_clients where org_id = ${orgId} and id = ${toLookup('oauthClient', id)}
    ${mode === 'lock' ? sql`for update` : sql``}`;
  if (row === undefined) throw notFound();
  return row;
}
