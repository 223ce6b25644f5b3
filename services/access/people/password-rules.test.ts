import { describe, expect, it } from 'vitest';
import { requireGoodPassword } from './password-rules.ts';

const person = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' };

describe('services/access/people/password-rules', () => {
  it.each([
    'correct horse battery',
    'xkT9-plqv-7Rmz',
    'Ich trinke gern Tee',
    'パスワードは長いほど安全です',
    '8305719264738',
  ])('accepts %s', (password) => expect(() => requireGoodPassword(password, person)).not.toThrow());

  it.each([
    'aaaaaaaaaaaa',
    'abababababab',
    'password1234',
    'P@ssw0rd2026!',
    'qwertyuiop12',
    '123456789012',
    'administrator1',
    'adalovelace2026',
    'Lovelace-Ada-1',
    'integrationhub1',
    'Summer2026!!!',
  ])('refuses %s', (password) =>
    expect(() => requireGoodPassword(password, person)).toThrow(expect.objectContaining({ code: 'invalid_request' })),
  );
});
