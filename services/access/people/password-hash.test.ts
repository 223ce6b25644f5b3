import { describe, expect, it } from 'vitest';
import { checkPassword, hashPassword } from './password-hash.ts';

const pepper = 'a pepper of thirty-two characters or more';

describe('services/access/people/password-hash', () => {
  it('accepts the password that was hashed, in either Unicode form, and no other', async () => {
    const stored = await hashPassword(pepper, 'Caf\u00e9 au lait, 3x');

    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await checkPassword(pepper, 'Cafe\u0301 au lait, 3x', stored)).toEqual({ matches: true, outdated: false });
    expect((await checkPassword(pepper, 'Cafe au lait, 3x', stored)).matches).toBe(false);
    expect(await hashPassword(pepper, 'Caf\u00e9 au lait, 3x')).not.toBe(stored);
  });

  it('cannot be checked without the pepper', async () => {
    const stored = await hashPassword(pepper, 'correct horse battery');

    expect((await checkPassword(`${pepper}!`, 'correct horse battery', stored)).matches).toBe(false);
  });

  it('accepts nothing where there is no hash or an unreadable one', async () => {
    for (const stored of [undefined, '', '$2b$10$abc', '$argon2id$v=19$m=1,t=1,p=1$$'])
      expect(await checkPassword(pepper, 'correct horse battery', stored)).toEqual({ matches: false, outdated: false });
  });

  it('says that a hash of other parameters is outdated', async () => {
    // Made with m=1024, t=1, p=1 by another process: matching needs its own parameters.
    const stored = '$argon2id$v=19$m=1024,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

    expect(await checkPassword(pepper, 'correct horse battery', stored)).toEqual({ matches: false, outdated: true });
  });

  it('refuses a flood instead of collecting it, and serves again afterwards', async () => {
    const flood = await Promise.allSettled(
      Array.from({ length: 40 }, () => checkPassword(pepper, 'correct horse battery', undefined)),
    );

    const refused = flood.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(20);
    expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited' } });
    expect((await checkPassword(pepper, 'correct horse battery', undefined)).matches).toBe(false);
  });
});
