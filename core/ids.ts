import { v7 as uuidv7 } from 'uuid';

/**
 * Every kind of id that the API shows, with its prefix.
 *
 * @see API.md §2 "Ids"
 */
export const idPrefixes = {
  account: 'acc',
  apiKey: 'key',
  audit: 'aud',
  connection: 'conn',
  deadLetter: 'dl',
  event: 'evt',
  hook: 'hook',
  integration: 'int',
  lookupTable: 'lut',
  oauthClient: 'cli',
  organization: 'org',
  request: 'req',
  run: 'run',
  runLog: 'log',
  tokenIssuer: 'iss',
  webhookEndpoint: 'whe',
  workflow: 'wf',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** An id of one kind, as it stands in the API: `conn_01h…`. */
export type Id<K extends IdKind> = `${(typeof idPrefixes)[K]}_${string}`;

/** Crockford's base 32 in lower case. @see https://github.com/jetify-com/typeid/tree/main/spec */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const suffixPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Makes a new id of a kind: the prefix, then a UUIDv7 in TypeID form (26 characters, ordered by creation time). */
export function newId<K extends IdKind>(kind: K): Id<K> {
  return toId(kind, uuidv7());
}

/** Makes a new UUIDv7 as the database stores it. */
export function newUuid(): string {
  return uuidv7();
}

/**
 * Turns a stored UUID into the id that the API shows.
 *
 * @throws {TypeError} when `uuid` is not a UUID in lower-case text form.
 */
export function toId<K extends IdKind>(kind: K, uuid: string): Id<K> {
  if (!uuidPattern.test(uuid)) throw new TypeError('Not a UUID in text form.');
  const digits = uuid.replaceAll('-', '');
  // Five digits are twenty bits, which are four characters; the first two digits are eight bits, which are two.
  let suffix = encode(Number.parseInt(digits.slice(0, 2), 16), 2);
  for (let at = 2; at < digits.length; at += 5) suffix += encode(Number.parseInt(digits.slice(at, at + 5), 16), 4);
  return `${idPrefixes[kind]}_${suffix}`;
}

/** The lowest `5 × length` bits, in base 32. */
function encode(bits: number, length: number): string {
  let text = '';
  for (let shift = 5 * (length - 1); shift >= 0; shift -= 5) text += alphabet.charAt((bits >> shift) & 31);
  return text;
}

/**
 * Turns an id of the API into the UUID that the database stores.
 *
 * @returns the UUID, or `undefined` when the text is not an id of this kind (callers answer `not_found`).
 */
export function toUuid(kind: IdKind, id: string): string | undefined {
  const prefix = `${idPrefixes[kind]}_`;
  if (!id.startsWith(prefix)) return undefined;
  const suffix = id.slice(prefix.length);
  if (!suffixPattern.test(suffix)) return undefined;
  let bits = 0n;
  for (const char of suffix) bits = (bits << 5n) | BigInt(alphabet.indexOf(char));
  const hex = bits.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
