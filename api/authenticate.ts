import { HubError, invalidRequest } from '../core/errors.ts';
import type { KeyVerifier } from '../services/access/api-keys/key-verifier.ts';
import type { Caller } from '../services/shared/context.ts';
import { type NetworkList, requireNetwork } from '../services/shared/networks.ts';
import type { Oauth } from '../services/access/oauth/open-oauth.ts';
import type { SessionVerifier } from '../services/access/user-sessions/session-verifier.ts';
import { readCookie } from './auth/cookies.ts';
import { requireOwnPage, sessionHeader } from './auth/own-page.ts';
import { readClientAddress } from './requests/client-address.ts';
import { NoCredential } from './errors.ts';
import type { HubContext } from './hub-context.ts';
import { messages } from '../core/messages.ts';

/** One scheme, one token. @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const bearer = /^bearer +([^\s,]+)$/i;

/** What credentials are checked with. */
export interface Credentials {
  keys: KeyVerifier;
  sessions: SessionVerifier;
  oauth: Pick<Oauth, 'tokens'>;
  /** Proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: NetworkList;
  /** Whose pages may use sessions. */
  publicUrl: string;
}

/**
 * Identifies the sender of a request by its `Authorization` header: an API key or an access token; its form says which.
 * Without that header, by the cookie of a session, where a page of the hub itself asks for it. Never by a query parameter.
 *
 * @param summary Gets the caller, also when the credential may not be used from where the request comes.
 * @throws {HubError} `unauthorized`; `forbidden` outside of the credential's networks; `invalid_request` for both at once.
 */
export async function authenticate(
  c: HubContext,
  { keys, oauth, sessions, trustedProxies, publicUrl }: Credentials,
  summary: { caller?: Caller },
): Promise<Caller> {
  const header = c.req.header('authorization');
  const claimsSession = c.req.header(sessionHeader) !== undefined;
  if (header !== undefined && claimsSession) throw invalidRequest(messages.credentialsTwice);
  if (header === undefined && claimsSession) {
    requireOwnPage(c, publicUrl);
    const session = readCookie(c.req.header('cookie'), 'session');
    if (session === undefined) throw new NoCredential();
    summary.caller = await sessions.verify(session);
    return summary.caller;
  }
  if (header === undefined) throw new NoCredential();
  // Two such headers arrive joined by a comma, which no token holds.
  const token = bearer.exec(header)?.[1];
  if (token === undefined) throw new HubError('unauthorized', messages.authorizationHeaderInvalid);
  const caller = await (token.startsWith('ihk_') ? keys.verify(token) : oauth.tokens.verify(token));
  summary.caller = caller;
  requireNetwork(caller, readClientAddress(c, trustedProxies));
  return caller;
}
