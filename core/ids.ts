import { v7 as uuidv7 } from 'uuid';

/**
 * Every kind of id that the API shows, with its prefix.
 *
 * @see docs/concepts.md#ids-and-versions
 */
export const idPrefixes = {
  account: 'acc',
  apiKey: 'key',
  approval: 'appr',
  approvalDelegation: 'apdl',
  audit: 'aud',
  calendar: 'cal',
  connection: 'conn',
  connectionLink: 'lnk',
  deadLetter: 'dl',
  event: 'evt',
  group: 'grp',
  hook: 'hook',
  integration: 'int',
  invitation: 'inv',
  item: 'item',
  lookupTable: 'lut',
  oauthClient: 'cli',
  operation: 'op',
  organization: 'org',
  passkey: 'pk',
  request: 'req',
  run: 'run',
  runLog: 'log',
  secondFactor: 'fac',
  session: 'ses',
  ssoConnection: 'sso',
  ssoTest: 'sst',
  tick: 'tick',
  tokenIssuer: 'iss',
  user: 'usr',
  webhookEndpoint: 'whe',
  workflow: 'wf',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** An id of one kind, as it stands in the API: `conn_01h…`. */
export type Id<K extends IdKind> = `${(typeof idPrefixes)[K]}_${string}`;

/** Crockford's base 32 in lower case. @see https://github.com/jetify-com/typeid/tree/main/spec */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const suffixPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

const uuidLength = 36;
const dash = '-'.charCodeAt(0);
const noDigit = 255;
/** What a hexadecimal digit in lower case is worth, by its character code. */
const digitValues = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = '0123456789abcdef'.indexOf(String.fromCharCode(code));
  return value === -1 ? noDigit : value;
});
const alphabetCodes = Buffer.from(alphabet);
/** Where an id's last 26 characters are put together. */
const scratch = Buffer.alloc(26);

/** Makes a new id of a kind: the prefix, then a UUIDv7 in TypeID form (26 characters, ordered by creation time). */
export function newId<K extends IdKind>(kind: K): Id<K> {
  return toId(kind, uuidv7());
}

/** Makes a new UUIDv7 as the database stores it. */
export function newUuid(): string {
  return uuidv7();
}

/** The least UUIDv7 that is made at a time. @param timeMs Since the epoch; counts as 0 before it. */
export function firstUuidAt(timeMs: number): string {
  const digits = Math.max(0, Math.floor(timeMs)).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/**
 * Turns a stored UUID into the id that the API shows.
 *
 * A page of a list holds dozens, so this goes digit by digit through tables: a third of the time of slices and patterns.
 *
 * @throws {TypeError} when `uuid` is not a UUID in lower-case text form.
 */
export function toId<K extends IdKind>(kind: K, uuid: string): Id<K> {
  // Two zeros before the 128 bits make 26 characters of five.
  let held = 2;
  let bits = 0;
  let length = 0;
  let isUuid = uuid.length === uuidLength;
  for (let at = 0; at < uuidLength; at += 1) {
    const code = uuid.charCodeAt(at);
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      isUuid &&= code === dash;
      continue;
    }
    const digit = digitValues[code] ?? noDigit;
    isUuid &&= digit !== noDigit;
    bits = (bits << 4) | digit;
    held += 4;
    if (held < 5) continue;
    held -= 5;
    scratch[length] = alphabetCodes[(bits >> held) & 31] ?? 0;
    length += 1;
  }
  if (!isUuid) throw new TypeError('Not a UUID in text form.');
  return `${idPrefixes[kind]}_${scratch.toString('latin1')}`;
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
