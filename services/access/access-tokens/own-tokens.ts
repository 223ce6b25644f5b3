import { toId } from '../../../core/ids.ts';
import { findOauthClient, type OauthClientLookup } from '../../../drizzle/find-oauth-client.ts';
import type { CredentialListener } from '../credentials/credential-listener.ts';
import { createCredentialMemory } from '../credentials/credential-memory.ts';
import { type AccessTokenClaims, readAccessToken } from '../oauth/access-token.ts';
import type { OauthDeps } from '../oauth/oauth-deps.ts';
import { intersectScopes } from '../scope-sets.ts';
import { toLookup } from '../../shared/schemas.ts';
import { askDatabase } from '../../shared/transaction.ts';
import { refuseToken } from './refuse-token.ts';
import type { IssuedTokens } from './token-verifier.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

type KnownClient = OauthClientLookup & { uuid: string };

/**
 * Verifies tokens that the hub issued.
 *
 * A signature is checked once; whether the client may still act, and the token was not revoked, is asked every five
 * seconds, and at once when it changes. A token never allows more than its client may at present.
 */
export function createOwnTokens(
  deps: OauthDeps & { credentialListener: Pick<CredentialListener, 'isListening' | 'onChange'> },
): IssuedTokens {
  const { database, clock, credentialListener } = deps;
  const isPast = (claims: AccessTokenClaims): boolean => claims.exp * 1000 <= clock.now();
  const verified = createVerifiedTokens(isPast);
  const memory = createCredentialMemory<KnownClient>({ clock, credentialListener });

  const findClient = async (uuid: string, jti: string): Promise<KnownClient | undefined> => {
    const client = await askDatabase(() => findOauthClient(database, uuid, jti));
    return client && { ...client, uuid };
  };

  const read = async (token: string): Promise<AccessTokenClaims> => {
    const known = verified.get(token);
    if (known !== undefined) return known;
    const result = await readAccessToken(deps, token, clock.now());
    if (result === undefined) throw refuseToken();
    if (result.status === 'expired') throw refuseToken('expired');
    verified.set(result.claims, token);
    return result.claims;
  };

  return {
    verify: async (token) => {
      const claims = await read(token);
      const uuid = toLookup('oauthClient', claims.client_id);
      const client = await memory.find(`${uuid} ${claims.jti}`, () => findClient(uuid, claims.jti));
      if (client === undefined || client.revoked || toId('organization', client.orgId) !== claims.org) {
        throw refuseToken();
      }
      if (client.disabledAt !== undefined) throw refuseToken('disabled');
      return {
        orgId: client.orgId,
        kind: 'oauth_client',
        actor: claims.client_id,
        expiresAt: claims.exp * 1000,
        scopes: intersectScopes(new Set(claims.scope.split(' ')), new Set(client.scopes)),
        requireIfMatch: client.requireIfMatch,
      };
    },
  };
}
