import { describe, expect, it } from 'vitest';
import { describeVerify } from './describe-verify.ts';

describe('web/model/describe-verify', () => {
  it('says how a delivery is signed, and when it is too old', () => {
    const hmac = { algorithm: 'sha256', encoding: 'hex', header: 'X-Signature', secret_encoding: 'text' } as const;
    const timestamp = { header: 'X-Time', unit: 'epoch_s', tolerance_seconds: 300 } as const;

    expect(describeVerify({ hmac })).toEqual([
      'The header `X-Signature` holds an HMAC-SHA256 over `{body}`, in hex. Its key is the secret as it is written.',
    ]);
    expect(
      describeVerify({ hmac: { ...hmac, member: 'v1', prefix: 'sha256=', secret_encoding: 'hex', timestamp } }),
    ).toEqual([
      'The header `v1` of `X-Signature` holds an HMAC-SHA256 over `{timestamp}.{body}`, in hex, behind `sha256=`. Its key is what the secret stands for in hex.',
      '`X-Time` says when it was sent: at most 300 seconds off.',
    ]);
  });

  it('says all that a delivery must have', () => {
    const verify = {
      standard_webhooks: { prefix: 'svix' },
      bearer: true,
      basic: true,
      token: { in: 'query', name: 'key' },
      client_certificate: { header: 'X-Certificate', holds: 'fingerprint' },
      addresses: ['203.0.113.0/24', '2001:db8::/32'],
    } as const;

    expect(describeVerify({ ...verify, addresses: [...verify.addresses] })).toEqual([
      'It is signed as Standard Webhooks has it, in headers named `svix-…`.',
      '`Authorization: Bearer …` carries the token.',
      '`Authorization: Basic …` carries user name and password.',
      'The token stands in `key` of the query.',
      'The proxy says in `X-Certificate` which certificate the sender showed.',
      'It comes from `203.0.113.0/24`, `2001:db8::/32`.',
    ]);
  });
});
