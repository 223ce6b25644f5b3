import { decodeJwt } from 'jose';
import type { AuthorizationServer } from '../oauth/authorization-server.ts';
import type { Caller } from '../../shared/context.ts';
import { isStorable } from '../../shared/schemas.ts';
import { refuseToken } from './refuse-token.ts';

/** Identifies the owner of an access token. */
export interface TokenVerifier {
  /**
   * @throws {HubError} `unauthorized`; `details.reason` says expired or disabled, and only of a token that was one.
   * @throws {HubError} `service_unavailable` when the database, or the keys of an external issuer, cannot be reached.
   */
  verify(token: string): Promise<Caller>;
}

/** Of one kind of issuer. */
export interface IssuedTokens {
  verify(token: string, issuer: string): Promise<Caller>;
}

/** The form of a signed token, which no API key has. */
const signedToken = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Ours have about 700 characters; those of issuers that list groups have a few thousand. */
const tokenLengthMax = 8 * 1024;

/** Hands each token to the verifier of its issuer. The issuer that it names is trusted only once it is verified. */
export function createTokenVerifier({
  server,
  own,
  external,
}: {
  server: AuthorizationServer;
  own: IssuedTokens;
  external: IssuedTokens;
}): TokenVerifier {
  return {
    verify: async (token) => {
      if (token.length > tokenLengthMax || !signedToken.test(token)) throw refuseToken();
      const issuer = readIssuer(token);
      return issuer === server.issuer ? own.verify(token, issuer) : external.verify(token, issuer);
    },
  };
}

function readIssuer(token: string): string {
  try {
    const { iss } = decodeJwt(token);
    if (typeof iss === 'string' && isStorable(iss)) return iss;
  } catch {
    // Whatever it is, it is no token.
  }
  throw refuseToken();
}
