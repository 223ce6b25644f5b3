import { describe, expect, it } from 'vitest';
import { computeTotp, findTotpStep, generateTotpSecret, toBase32, toTotpUri } from './totp.ts';

const secret = toBase32(Buffer.from('12345678901234567890'));

describe('services/access/people/totp', () => {
  // https://www.rfc-editor.org/rfc/rfc6238#appendix-B, SHA-1
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('gives the code of RFC 6238 at second %i', (second, code) => {
    expect(computeTotp(secret, Math.floor(second / 30), 8)).toBe(code);
  });

  // https://www.rfc-editor.org/rfc/rfc4648#section-10
  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('writes %s in Base32', (text, base32) => expect(toBase32(Buffer.from(text))).toBe(base32));

  it('accepts a code one step early or late, once, and none before it', () => {
    const nowMs = 1_234_567_890_000;
    const current = Math.floor(nowMs / 30_000);
    const find = (step: number, lastStep = 0): number | undefined =>
      findTotpStep(secret, computeTotp(secret, step), { nowMs, lastStep });

    expect([current - 1, current, current + 1].map((step) => find(step))).toEqual([current - 1, current, current + 1]);
    expect([find(current - 2), find(current + 2)]).toEqual([undefined, undefined]);
    expect([find(current, current), find(current - 1, current)]).toEqual([undefined, undefined]);
  });

  it('makes secrets of 160 bits, and addresses that applications read', () => {
    const made = generateTotpSecret();

    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(toTotpUri(made, { issuer: 'Example Ltd', person: 'ada@example.com' })).toBe(
      `otpauth://totp/Example%20Ltd%3Aada%40example.com?secret=${made}&issuer=Example%20Ltd`,
    );
  });
});
