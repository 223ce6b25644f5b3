import { describe, expect, it } from 'vitest';
import { createCertificate } from '../../../test/harness/http-certificate.ts';
import { X509Certificate } from 'node:crypto';
import { findCredentialsEnd } from './find-credentials-end.ts';

const { cert } = createCertificate('localhost');
const certificateEnd = new Date(new X509Certificate(cert).validTo).toISOString();

function toToken(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.c2ln`;
}

describe('services/connections/credentials/find-credentials-end', () => {
  it.each([
    ['a certificate', { tls: { certificate: `chain:\n${cert}` } }, certificateEnd],
    ['a signed token', { token: toToken({ exp: 1_900_000_000 }) }, '2030-03-17T17:46:40.000Z'],
    [
      'the first of several',
      { a: toToken({ exp: 1_900_000_000 }), b: toToken({ exp: 1_800_000_000 }) },
      '2027-01-15T08:00:00.000Z',
    ],
    ['a token without an end', { token: toToken({ sub: 'a' }) }, undefined],
    ['a text with dots', { password: 'a.b.c', host: 'db.example.com' }, undefined],
    [
      'a certificate that is none',
      { certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
      undefined,
    ],
  ])('knows the end of %s', (_what, credentials, end) => {
    expect(findCredentialsEnd(credentials)).toBe(end);
  });
});
