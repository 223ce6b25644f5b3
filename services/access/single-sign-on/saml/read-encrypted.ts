import { within, type XmlTag, readAttributes } from '../../sso-connections/metadata/scan-xml.ts';
import { SsoRefusal } from '../sso-refusal.ts';
import type { SsoCheck } from '../../../../core/enums.ts';

/** The parts of an encrypted assertion, whose algorithms are accepted. */
export interface EncryptedAssertion {
  cipher: 'aes-128-gcm' | 'aes-256-gcm';
  /** The content key, encrypted by RSA-OAEP with SHA-1 for the hub. */
  key: Buffer;
  /** Nonce, ciphertext and tag. */
  data: Buffer;
}

/** @see https://www.w3.org/TR/xmlenc-core1/#sec-AES-GCM */
const ciphers: ReadonlyMap<string, EncryptedAssertion['cipher']> = new Map([
  ['http://www.w3.org/2009/xmlenc11#aes128-gcm', 'aes-128-gcm'],
  ['http://www.w3.org/2009/xmlenc11#aes256-gcm', 'aes-256-gcm'],
]);
/** @see https://www.w3.org/TR/xmlenc-core1/#sec-RSA-OAEP */
const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';

/**
 * What must stand in an encrypted assertion, with its depth, in this order. The library finds the parts by names alone, wherever
 * they are, so that each may be there only once.
 */
const parts = [
  ['EncryptedData', 1],
  ['EncryptionMethod', 2],
  ['EncryptedKey', 3],
  ['EncryptionMethod', 4],
  ['CipherValue', 5],
  ['CipherValue', 3],
] as const;
const names: ReadonlySet<string> = new Set(parts.map(([name]) => name));
const refused: ReadonlySet<string> = new Set(['CipherReference', 'RetrievalMethod', 'OAEPparams']);

/** Reads an encrypted assertion, before anything is decrypted. @param tag Its own. @throws {SsoRefusal} `invalid_answer` */
export function readEncrypted(tags: readonly XmlTag[], tag: XmlTag): EncryptedAssertion {
  const inside = within(tags, tag);
  if (tag.depth !== 1 || inside.some(({ name }) => refused.has(name))) return refuse('It is wrapped.', 'assertion');
  const found = inside.filter(({ name }) => names.has(name));
  const fits = parts.every(([name, depth], index) => {
    const part = found[index];
    return part?.name === name && part.depth === tag.depth + depth;
  });
  const [, dataMethod, , keyMethod, key, data] = found;
  if (!fits || found.length !== parts.length || !dataMethod || !keyMethod || !key || !data)
    return refuse('It must have one EncryptedKey, within EncryptedData.', 'assertion');
  const cipher = ciphers.get(algorithmOf(dataMethod));
  if (cipher === undefined) return refuse('Its content is not encrypted by AES-GCM.', 'content_encryption');
  const digests = within(tags, keyMethod).filter(({ name }) => name === 'DigestMethod' || name === 'MGF');
  const isOaep = algorithmOf(keyMethod) === oaep && digests.every((digest) => algorithmOf(digest) === sha1);
  if (!isOaep) return refuse('Its key is not encrypted by RSA-OAEP with SHA-1.', 'key_encryption');
  return { cipher, key: decode(key), data: decode(data) };
}

function algorithmOf(tag: XmlTag): string {
  return readAttributes(tag).get('Algorithm') ?? '';
}

function decode({ content }: XmlTag): Buffer {
  const bare = content.replaceAll(/\s+/g, '');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(bare) ? Buffer.from(bare, 'base64') : refuse('It is not Base64.', 'encryption');
}

function refuse(why: string, check: SsoCheck): never {
  throw new SsoRefusal('invalid_answer', { cause: new Error(why), check });
}
