import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../drizzle/client.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import type { SigningKeys } from './signing-keys.ts';

/** What the token and revocation endpoints work with. */
export interface OauthDeps {
  database: Database;
  clock: Clock;
  pepper: string;
  server: AuthorizationServer;
  signingKeys: SigningKeys;
}
