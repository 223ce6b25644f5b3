import { toUuid } from '../../../core/ids.ts';
import { Secret } from '../../../core/secret.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { inTenant } from '../../shared/transaction.ts';
import { readAccessToken } from './access-token.ts';
import { authenticateClient, type AuthenticatedClient } from './authenticate-client.ts';
import type { ClientCredentials } from './client-credentials.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { spendToken } from './spent-tokens.ts';

/**
 * Revokes an access token of the client that asks. Done twice, it is done once.
 *
 * Whatever is no valid token of this client is passed over in silence: the client learns nothing of others' tokens.
 *
 * @throws {OauthError} `invalid_client`
 * @see https://www.rfc-editor.org/rfc/rfc7009#section-2.2
 */
export async function revokeAccessToken({
  deps,
  input,
}: {
  deps: OauthDeps;
  input: { credentials: ClientCredentials; token: string; requestId: string; address?: string | undefined };
}): Promise<AuthenticatedClient> {
  const client = await authenticateClient(deps, input.credentials);
  const read = await readAccessToken(deps, input.token, deps.clock.now());
  if (read?.status !== 'valid' || toUuid('oauthClient', read.claims.client_id) !== client.id) return client;
  const { jti, exp } = read.claims;
  await inTenant({ database: deps.database, orgId: client.orgId }, async (tx) => {
    const spent = {
      orgId: client.orgId,
      kind: 'access_token' as const,
      clientId: client.id,
      jti,
      expiresAt: exp * 1000,
    };
    if (!(await spendToken(tx, spent))) return;
    await Promise.all([
      // Every process forgets what it remembers of the client's tokens.
      tx.sql`select pg_notify('hub_credentials', ${client.id})`,
      writeAudit(
        tx,
        {
          ...client,
          clock: deps.clock,
          pepper: new Secret(deps.pepper),
          requestId: input.requestId,
          address: input.address,
        },
        { action: 'access_token.revoked', resourceId: client.actor, changes: { jti } },
      ),
    ]);
  });
  return client;
}
