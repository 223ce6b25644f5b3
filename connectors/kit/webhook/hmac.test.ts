import { describe, expect, it } from 'vitest';
import { readDelivery } from './delivery.ts';
import { checkHmac } from './hmac.ts';
import { type HmacSignature, inHeader } from './webhook.ts';

/** A header with the time and the digest, as several vendors send it. */
const signature: HmacSignature = {
  kind: 'hmac',
  algorithm: 'sha256',
  encoding: 'hex',
  header: 'x-signature',
  member: 'v1',
  signed: '{timestamp}.{body}',
  key: 'secret',
  sentAt: { place: inHeader('X-Signature', 't'), unit: 'epoch_s', toleranceSeconds: 300 },
};

/** `printf '1795435200.{}' | openssl dgst -sha256 -hmac key` */
const digest = 'e28051f8f0941cb1186d7db24263d44c1c1a2fd233c749abe1dee1f453d59d13';

function check(header: string | undefined, nowMs = 1_795_435_201_000, secret = 'key', given = signature) {
  const headers: Record<string, string> = header === undefined ? {} : { 'x-signature': header };
  const delivery = readDelivery({
    method: 'POST',
    query: new URLSearchParams(),
    headers,
    body: Buffer.from('{}'),
  });
  return checkHmac(given, delivery, { secret }, nowMs);
}

describe('connectors/kit/webhook/hmac', () => {
  it.each([
    ['the time and the digest of one header', `t=1795435200,v1=${digest}`, 'genuine'],
    ['members with spaces between them, in any order', `v1=${digest}, t=1795435200`, 'genuine'],
    [
      'one digest of several, while a key is being replaced',
      `t=1795435200,v1=${'0'.repeat(64)},v1=${digest}`,
      'genuine',
    ],
    ['a digest of another version', `t=1795435200,v0=${digest}`, 'forged'],
    ['another time', `t=1795435201,v1=${digest}`, 'forged'],
    ['two times', `t=1795435200,t=1795435201,v1=${digest}`, 'unsigned'],
    ['no time', `v1=${digest}`, 'unsigned'],
    ['a digest alone', digest, 'unsigned'],
    ['no header', undefined, 'unsigned'],
  ])('judges %s', (_, header, verdict) => {
    expect(check(header)).toBe(verdict);
  });

  it('refuses what is too old', () => {
    expect(check(`t=1795435200,v1=${digest}`, 1_795_435_501_000)).toBe('stale');
  });

  it('decodes a key that is written in hexadecimal digits', () => {
    const header = `t=1795435200,v1=${digest}`;

    expect(check(header, undefined, '6b6579', { ...signature, keyEncoding: 'hex' })).toBe('genuine');
    expect(check(header, undefined, 'key', { ...signature, keyEncoding: 'hex' })).toBe('forged');
  });
});
