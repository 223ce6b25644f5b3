import type { EgressPolicy } from '../../connectors/drivers/shared/session.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../drizzle/client.ts';
import { createExternalTokens } from '../access-tokens/external-tokens.ts';
import { createKeySets } from '../access-tokens/key-sets.ts';
import { createOwnTokens } from '../access-tokens/own-tokens.ts';
import { createTokenVerifier, type TokenVerifier } from '../access-tokens/token-verifier.ts';
import type { CredentialBell } from '../credentials/credential-bell.ts';
import { describeAuthorizationServer } from './authorization-server.ts';
import type { OauthMeans } from './means.ts';
import { createSigningKeys } from './signing-keys.ts';

/** Everything of one process that has to do with access tokens. */
export interface Oauth extends OauthMeans {
  tokens: TokenVerifier;
}

/** Wires it together. Nothing is asked of database or network before the first token. */
export function openOauth(means: {
  database: Database;
  clock: Clock;
  pepper: string;
  publicUrl: string;
  egress: EgressPolicy;
  bell: Pick<CredentialBell, 'isListening' | 'onChange'>;
}): Oauth {
  const { database, clock, pepper, egress, bell } = means;
  const server = describeAuthorizationServer(means.publicUrl);
  const own = { database, clock, pepper, server, signingKeys: createSigningKeys({ database, clock, pepper }) };
  const external = { database, clock, bell, keySets: createKeySets({ egress, clock }) };
  const tokens = createTokenVerifier({
    server,
    own: createOwnTokens({ ...own, bell }),
    external: createExternalTokens(external),
  });
  return { ...own, tokens };
}
