import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../../../core/clock.ts';
import { encodeStrictly } from '../../../kit/template.ts';
import type { Oauth1Application } from '../../../kit/auth/application.ts';
import type { OutgoingRequest } from './authenticator.ts';
import type { Fill } from './fill.ts';

/** Signs a request in its `Authorization` header, with a nonce of its own. @see https://www.rfc-editor.org/rfc/rfc5849 */
export function signOauth1(request: OutgoingRequest, application: Oauth1Application, fill: Fill, clock: Clock): void {
  request.headers['authorization'] = authorizeOauth1(request, application, fill, {
    timestamp: Math.floor(clock.now() / 1000),
    nonce: randomBytes(16).toString('hex'),
  });
}

export function authorizeOauth1(
  request: OutgoingRequest,
  { algorithm, consumerKey, consumerSecret, token, tokenSecret, realm }: Oauth1Application,
  fill: Fill,
  { timestamp, nonce, isVersioned = true }: { timestamp: number; nonce: string; isVersioned?: boolean },
): string {
  const filledToken = fill(token);
  const oauth: [string, string][] = [
    ['oauth_consumer_key', fill(consumerKey)],
    ...(filledToken === '' ? [] : [['oauth_token', filledToken] satisfies [string, string]]),
    ['oauth_signature_method', algorithm],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_nonce', nonce],
    ...(isVersioned ? [['oauth_version', '1.0'] satisfies [string, string]] : []),
  ];
  const key = `${encodeStrictly(fill(consumerSecret))}&${encodeStrictly(fill(tokenSecret))}`;
  const hash = algorithm === 'HMAC-SHA256' ? 'sha256' : 'sha1';
  const signature = createHmac(hash, key).update(toBaseString(request, oauth)).digest('base64');
  const filledRealm = fill(realm);
  const members = [...oauth, ['oauth_signature', signature]].map(
    ([name = '', value = '']) => `${encodeStrictly(name)}="${encodeStrictly(value)}"`,
  );
  return `OAuth ${[...(filledRealm === '' ? [] : [`realm="${filledRealm}"`]), ...members].join(', ')}`;
}

/** @see https://www.rfc-editor.org/rfc/rfc5849#section-3.4.1 */
function toBaseString({ method, url, headers, body }: OutgoingRequest, oauth: readonly [string, string][]): string {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const parameters = [...url.searchParams, ...(isForm ? new URLSearchParams(body) : []), ...oauth]
    .map(([name, value]): [string, string] => [encodeStrictly(name), encodeStrictly(value)])
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`);
  const address = `${url.origin}${url.pathname}`;
  return [method, encodeStrictly(address), encodeStrictly(parameters.join('&'))].join('&');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
