import { describe, expect, it } from 'vitest';
import { createScrub, scrub, scrubJson } from './scrub.ts';

const secret = 'CANARY/zz7+3a9=s&"x';

describe('core/telemetry/scrub', () => {
  it.each([
    ['itself', secret],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
    ['an address', encodeURIComponent(secret)],
    ['an address in small letters', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['a form', new URLSearchParams({ a: secret }).toString().slice(2)],
    ['XML', 'CANARY/zz7+3a9=s&amp;&quot;x'],
    ['hexadecimal', Buffer.from(secret).toString('hex').toUpperCase()],
    ['Base64', Buffer.from(secret).toString('base64')],
    ['Base64 of addresses', Buffer.from(secret).toString('base64url')],
  ])('blanks a secret as %s', (_, form) => {
    expect(scrub(`told: ${form}.`, [secret])).toMatch(/^told: \[redacted\]=*\.$/);
  });

  it.each(['u:', 'ab:', 'api:', 'a longer name:'])(
    'blanks a secret in the Base64 of a pair that begins with %s',
    (name) => {
      const shown = scrub(Buffer.from(`${name}${secret}:rest`).toString('base64'), [secret]);

      const rest = shown.split('[redacted]').map((part) => Buffer.from(part, 'base64').toString('latin1'));
      expect(rest.join('|')).not.toContain('NARY');
      expect(shown).toContain('[redacted]');
    },
  );

  it('blanks the longer of two secrets that begin alike', () => {
    expect(scrub('tell secret-one-two', ['secret-one', 'secret-one-two'])).toBe('tell [redacted]');
  });

  it('leaves short secrets and other text alone', () => {
    expect(scrub('abc xyz', ['abc', ''])).toBe('abc xyz');
    expect(createScrub([])('text')).toBe('text');
  });

  it('blanks every text of a value, and names that are long', () => {
    const value = { id: 1, list: [`x ${secret}`], [`name ${secret}`]: null };

    expect(scrubJson(value, createScrub([secret]))).toEqual({ id: 1, list: ['x [redacted]'], 'name [redacted]': null });
  });

  it('keeps the names of fields that are a weak password as well', () => {
    expect(scrubJson({ password: 'password' }, createScrub(['password']))).toEqual({ password: '[redacted]' });
  });
});
