import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey, isWellFormedApiKey, pepperId } from './api-key.ts';

const pepper = 'a pepper of thirty-two characters or more';

describe('services/access/api-keys/api-key', () => {
  it('makes keys of the documented form, each another', () => {
    const keys = Array.from({ length: 100 }, generateApiKey);

    expect(new Set(keys).size).toBe(100);
    for (const key of keys) {
      expect(key).toMatch(/^ihk_live_[0-9A-Za-z]{49}$/);
      expect(isWellFormedApiKey(key)).toBe(true);
    }
  });

  it('notices any changed character', () => {
    const key = generateApiKey();

    for (let position = 'ihk_live_'.length; position < key.length; position += 1) {
      const other = key.charAt(position) === 'a' ? 'b' : 'a';
      expect(isWellFormedApiKey(key.slice(0, position) + other + key.slice(position + 1))).toBe(false);
    }
  });

  it('takes no other text for a key', () => {
    fc.assert(fc.property(fc.string(), (text) => !isWellFormedApiKey(text)));
    expect(isWellFormedApiKey(`${generateApiKey()}\n`)).toBe(false);
  });

  it('hashes under the pepper, and names it without telling it', () => {
    const key = generateApiKey();

    expect(hashApiKey(pepper, key)).toHaveLength(32);
    expect(hashApiKey(pepper, key).equals(hashApiKey(pepper, key))).toBe(true);
    expect(hashApiKey(`${pepper}!`, key).equals(hashApiKey(pepper, key))).toBe(false);
    expect(pepperId(pepper)).toMatch(/^[0-9a-f]{8}$/);
    expect(pepperId(pepper)).not.toBe(pepperId(`${pepper}!`));
  });
});
