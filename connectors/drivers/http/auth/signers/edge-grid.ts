import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Clock } from '../../../../../core/clock.ts';
import type { OutgoingRequest } from '../authenticator.ts';
import type { Fill } from '../fill.ts';

/** Bodies count up to this size, and of POST requests only. */
const bodyBytesMax = 131_072;

/**
 * Akamai EdgeGrid, `EG1-HMAC-SHA256`. Form: `client_token`, `access_token`, `client_secret`.
 *
 * @see https://techdocs.akamai.com/developer/docs/authenticate-with-edgegrid
 * @see https://github.com/akamai/AkamaiOPEN-edgegrid-python (the reference implementation and its test vectors)
 */
export function signEdgeGrid(request: OutgoingRequest, fill: Fill, clock: Clock): void {
  const timestamp = new Date(clock.now())
    .toISOString()
    .replaceAll('-', '')
    .replace(/\.\d+Z$/, '+0000');
  request.headers['authorization'] = authorizeEdgeGrid(request, fill, { timestamp, nonce: randomUUID() });
}

export function authorizeEdgeGrid(
  { method, url, body }: OutgoingRequest,
  fill: Fill,
  { timestamp, nonce }: { timestamp: string; nonce: string },
): string {
  const [clientToken, accessToken] = [fill('{client_token}'), fill('{access_token}')];
  const begin =
    'EG1-HMAC-SHA256 ' +
    `client_token=${clientToken};access_token=${accessToken};timestamp=${timestamp};nonce=${nonce};`;
  const signed = [
    method,
    url.protocol.slice(0, -1),
    url.host,
    `${url.pathname}${url.search}`,
    // No request headers are part of the signature unless the API asks for some.
    '',
    method === 'POST' ? hashBody(body) : '',
    begin,
  ].join('\t');
  const signingKey = hmac(fill('{client_secret}'), timestamp);
  return `${begin}signature=${hmac(signingKey, signed)}`;
}

function hashBody(body: string | undefined): string {
  if (body === undefined || body === '') return '';
  return createHash('sha256').update(Buffer.from(body).subarray(0, bodyBytesMax)).digest('base64');
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64');
}
