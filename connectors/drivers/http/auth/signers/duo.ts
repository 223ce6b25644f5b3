import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../../../../../core/clock.ts';
import { encodeStrictly } from '../../../../kit/template.ts';
import type { OutgoingRequest } from '../authenticator.ts';
import type { Fill } from '../fill.ts';

/**
 * Duo, signature of parameters (canonicalisation 2, HMAC-SHA1). Form: `integration_key`, `secret_key`.
 *
 * @see https://duo.com/docs/adminapi#authentication
 */
export function signDuoV2(request: OutgoingRequest, fill: Fill, clock: Clock): void {
  const isForm = request.method === 'POST' || request.method === 'PUT' || request.method === 'PATCH';
  const parameters = isForm ? new URLSearchParams(request.body) : request.url.searchParams;
  sign(request, fill, clock, 'sha1', (date) => [...toHead(request, date), canonicalise(parameters)]);
}

/**
 * Duo, signature of parameters, JSON body and `X-Duo-*` headers (canonicalisation 5, HMAC-SHA512).
 *
 * @see https://duo.com/docs/adminapi#authentication
 */
export function signDuoV5(request: OutgoingRequest, fill: Fill, clock: Clock): void {
  sign(request, fill, clock, 'sha512', (date) => [
    ...toHead(request, date),
    canonicalise(request.url.searchParams),
    sha512(request.body ?? ''),
    sha512(canonicaliseHeaders(request.headers)),
  ]);
}

function sign(
  request: OutgoingRequest,
  fill: Fill,
  clock: Clock,
  algorithm: 'sha1' | 'sha512',
  toLines: (date: string) => string[],
): void {
  // RFC 5322 as Duo's examples have it.
  const date = new Date(clock.now()).toUTCString().replace('GMT', '-0000');
  const signature = createHmac(algorithm, fill('{secret_key}')).update(toLines(date).join('\n')).digest('hex');
  const pair = Buffer.from(`${fill('{integration_key}')}:${signature}`).toString('base64');
  request.headers['date'] = date;
  request.headers['authorization'] = `Basic ${pair}`;
}

function toHead({ method, url }: OutgoingRequest, date: string): string[] {
  return [date, method, url.host.toLowerCase(), url.pathname];
}

function canonicalise(parameters: URLSearchParams): string {
  return [...parameters]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .join('&');
}

function canonicaliseHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase().startsWith('x-duo-'))
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .flatMap(([name, value]) => [name.toLowerCase(), value])
    .join('\0');
}

function sha512(text: string): string {
  return createHash('sha512').update(text).digest('hex');
}
