import { toId } from '../../../core/ids.ts';
import { findOauthClient, type OauthClientLookup } from '../../../drizzle/find-oauth-client.ts';
import type { Caller } from '../../shared/context.ts';
import { matchesClientSecret } from '../oauth-clients/client-secret.ts';
import { toLookup } from '../../shared/schemas.ts';
import { askDatabase } from '../../shared/transaction.ts';
import { checkAssertion, readClaimedClient } from './check-assertion.ts';
import type { ClientCredentials } from './client-credentials.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { invalidClient } from './oauth-error.ts';

/** A client that has shown who it is. */
export interface AuthenticatedClient extends Caller {
  /** As the database knows it; `actor` is the `client_id`. */
  id: string;
}

/**
 * Authenticates a client by the one method that it is registered with.
 *
 * A client that does not exist costs the same look-up and the same comparison or signature check as one that does.
 *
 * @throws {OauthError} `invalid_client`, without saying which part was wrong.
 */
export async function authenticateClient(
  deps: OauthDeps,
  credentials: ClientCredentials,
): Promise<AuthenticatedClient> {
  const id = toLookup('oauthClient', nameClient(credentials));
  const client = await askDatabase(() => findOauthClient(deps.database, id));
  const isProven = await prove(deps, credentials, { id, client });
  if (!isProven || client === undefined || client.disabledAt !== undefined) throw invalidClient();
  if (client.authMethod !== credentials.method) throw invalidClient();
  return {
    id,
    orgId: client.orgId,
    kind: 'oauth_client',
    actor: toId('oauthClient', id),
    scopes: new Set(client.scopes),
    requireIfMatch: client.requireIfMatch,
  };
}

/** The client that a request is said to come from. */
function nameClient(credentials: ClientCredentials): string {
  if (credentials.method !== 'private_key_jwt') return credentials.clientId;
  return credentials.clientId ?? readClaimedClient(credentials.assertion);
}

const noSecrets = { secretHmac: undefined, previousHmac: undefined, previousExpiresAt: undefined };

function prove(
  deps: OauthDeps,
  credentials: ClientCredentials,
  { id, client }: { id: string; client: OauthClientLookup | undefined },
): Promise<boolean> | boolean {
  if (credentials.method === 'private_key_jwt') return checkAssertion(deps, credentials.assertion, { id, client });
  return matchesClientSecret(deps.pepper, credentials.secret, client ?? noSecrets, deps.clock.now());
}
