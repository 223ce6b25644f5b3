import { createHash, createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiKeyMode } from '../../core/enums.ts';

/**
 * The form of an API key: `ihk_live_` or `ihk_test_`, 43 random characters, and 6 that check them.
 *
 * The checksum tells a mistyped key, or any other text, from a key without asking the database. Secret scanners use it
 * for the same purpose.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 43;
const checkLength = 6;
const pattern = /^ihk_(?:live|test)_[0-9A-Za-z]{49}$/;

/** Makes a new key: 256 bits of randomness. */
export function generateApiKey(mode: ApiKeyMode = 'live'): string {
  let random = '';
  for (let i = 0; i < randomLength; i += 1) random += alphabet.charAt(randomInt(alphabet.length));
  const body = `ihk_${mode}_${random}`;
  return body + checksum(body);
}

/** True for text that has the form of a key and the right checksum; says nothing of whether the key exists. */
export function isWellFormedApiKey(text: string): boolean {
  return pattern.test(text) && checksum(text.slice(0, -checkLength)) === text.slice(-checkLength);
}

/** What is stored of a key: useless without the pepper, which the database does not have. */
export function hashApiKey(pepper: string, key: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

/** Names a pepper without telling anything of it, so that stored keys can be told apart after a change of pepper. */
export function pepperId(pepper: string): string {
  return createHash('sha256').update(`pepper id|${pepper}`).digest('hex').slice(0, 8);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < checkLength; i += 1) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
