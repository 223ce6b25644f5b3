import { HubError } from '../core/errors.ts';
import type { Caller, KeyVerifier } from '../services/index.ts';
import { NoCredential } from './errors.ts';
import type { HubContext } from './hub-context.ts';

/** One scheme, one token. @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const bearer = /^bearer +([^\s,]+)$/i;

/**
 * Tells who sends a request, from its `Authorization` header and nothing else: no query parameter, no cookie.
 *
 * @throws {HubError} `unauthorized`
 */
export async function authenticate(c: HubContext, keys: KeyVerifier): Promise<Caller> {
  const header = c.req.header('authorization');
  if (header === undefined) throw new NoCredential();
  // Two such headers arrive joined by a comma, which no token holds.
  const token = bearer.exec(header)?.[1];
  if (token === undefined) throw new HubError('unauthorized', 'The Authorization header is not one Bearer credential.');
  return keys.verify(token);
}
