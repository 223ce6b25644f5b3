import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { crc32 } from '../values/crc32.ts';
import { example, type FunctionEntry, type FunctionFamily, overload, parameter, secret } from './define.ts';
import { text } from './signature.ts';

/** Cost of a hash in steps, measured by time: it costs more than reading its text. */
const stepsPerHash = 20;

function hash(
  name: string,
  description: string,
  digest: (bytes: Uint8Array) => Uint8Array,
  sample: string,
): FunctionEntry {
  return {
    name,
    description: `${description} of a text in UTF-8, as hexadecimal digits.`,
    overloads: [
      overload([parameter('value', text)], text, (input, run) => {
        run.spend(stepsPerHash + (input.length >> 4));
        return bytesToHex(digest(utf8ToBytes(input)));
      }),
    ],
    examples: [example(`${name}('abc')`, sample)],
  };
}

/**
 * Digests of texts.
 *
 * Everyone who can read an integration can read its formulas, so a formula must not contain a key: `hmacSha256` takes
 * its key from the record, and formulas that name theirs are refused. An unkeyed digest hides nothing either where the
 * values can be guessed: e-mail addresses and phone numbers can.
 */
export const hashes: FunctionFamily = {
  name: 'Hashes',
  functions: [
    hash('sha256', 'The SHA-256', sha256, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'),
    hash(
      'sha512',
      'The SHA-512',
      sha512,
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    ),
    hash(
      'sha1',
      'Only for systems that require it, because collisions can be constructed: the SHA-1',
      sha1,
      'a9993e364706816aba3e25717850c26c9cd0d89d',
    ),
    hash(
      'md5',
      'Only for systems that require it, because collisions can be constructed: the MD5',
      md5,
      '900150983cd24fb0d6963f7d28e17f72',
    ),
    {
      name: 'hmacSha256',
      description:
        'The HMAC-SHA-256 of a text, as hexadecimal digits. The key must come from the record, because everyone who can read the integration can read its formulas.',
      overloads: [
        overload([parameter('value', text), secret('key', text)], text, (input, key, run) => {
          run.spend(2 * stepsPerHash + (input.length >> 4));
          return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(input)));
        }),
      ],
      examples: [
        // Test case 2 of RFC 4231.
        example(
          "hmacSha256('what do ya want for nothing?', salt)",
          '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
          { salt: 'Jefe' },
        ),
      ],
    },
    {
      name: 'crc32',
      description: 'The CRC-32 of a text in UTF-8 as eight hexadecimal digits, as in ZIP and Ethernet.',
      overloads: [
        overload([parameter('value', text)], text, (input, run) => {
          run.spend(input.length >> 5);
          return crc32(utf8ToBytes(input)).toString(16).padStart(8, '0');
        }),
      ],
      examples: [example("crc32('123456789')", 'cbf43926')],
    },
  ],
};
