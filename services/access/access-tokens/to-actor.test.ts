import { describe, expect, it } from 'vitest';
import { newUuid, toId } from '../../../core/ids.ts';
import { toActor } from './to-actor.ts';

const issuer = newUuid();
const prefix = `${toId('tokenIssuer', issuer)}|`;

describe('services/access/access-tokens/to-actor', () => {
  it.each(['alice', 'auth0|123', 'Zoë 😀'])('leaves %s as it is', (subject) => {
    expect(toActor(issuer, subject)).toBe(prefix + subject);
  });

  it('shows no control character, and keeps subjects apart that differ in one', () => {
    const names = ['a\nb', 'a\rb', 'a\u202eb', 'a\u2028b', 'a\ud800b', 'a�b'].map((subject) =>
      toActor(issuer, subject),
    );

    for (const name of names) expect(name).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    expect(new Set(names).size).toBe(names.length);
  });

  it('bounds long subjects, and keeps them apart', () => {
    const [a, b] = [toActor(issuer, `${'x'.repeat(5000)}a`), toActor(issuer, `${'x'.repeat(5000)}b`)];

    expect(a.length).toBeLessThan(255);
    expect(a).not.toBe(b);
  });
});
