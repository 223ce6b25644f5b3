import type { EgressPolicy } from '../../../connectors/drivers/shared/session.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../drizzle/client.ts';
import { createExternalTokens } from '../access-tokens/external-tokens.ts';
import { createKeySets } from '../access-tokens/key-sets.ts';
import { createOwnTokens } from '../access-tokens/own-tokens.ts';
import { createTokenVerifier, type TokenVerifier } from '../access-tokens/token-verifier.ts';
import type { CredentialListener } from '../credentials/credential-listener.ts';
import { describeAuthorizationServer } from './authorization-server.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { createSigningKeys } from './signing-keys.ts';

/** Everything of one process that has to do with access tokens. */
export interface Oauth extends OauthDeps {
  tokens: TokenVerifier;
}

/** Wires it together. Nothing is asked of database or network before the first token. */
export function openOauth(deps: {
  database: Database;
  clock: Clock;
  pepper: string;
  publicUrl: string;
  egress: EgressPolicy;
  credentialListener: Pick<CredentialListener, 'isListening' | 'onChange'>;
}): Oauth {
  const { database, clock, pepper, egress, credentialListener } = deps;
  const server = describeAuthorizationServer(deps.publicUrl);
  const own = { database, clock, pepper, server, signingKeys: createSigningKeys({ database, clock, pepper }) };
  const external = { database, clock, credentialListener, keySets: createKeySets({ egress, clock }) };
  const tokens = createTokenVerifier({
    server,
    own: createOwnTokens({ ...own, credentialListener }),
    external: createExternalTokens(external),
  });
  return { ...own, tokens };
}
