import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The form of every secret that the hub makes up: a prefix, 43 random characters, and 6 that check them.
 *
 * The checksum distinguishes a mistyped secret, or any other text, from a secret without a query. Secret scanners use
 * it for the same purpose.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 43;
const checkLength = 6;

/** Makes a new text: 256 bits of randomness behind the prefix. */
export function generateCheckedText(prefix: string): string {
  let random = '';
  for (let i = 0; i < randomLength; i += 1) random += alphabet.charAt(randomInt(alphabet.length));
  const body = prefix + random;
  return body + checksum(body);
}

/** True where the last characters are the checksum of those before. */
export function hasRightChecksum(text: string): boolean {
  return checksum(text.slice(0, -checkLength)) === text.slice(-checkLength);
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
