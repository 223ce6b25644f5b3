import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import { isJsonObject } from '../../core/json.ts';

/** Sealed form: nonce, tag, ciphertext. */
const nonceBytes = 12;
const tagBytes = 16;

/** The one purpose of the derived key. A change of the form gets another name. */
const purpose = 'integration-hub access token signing key, form 1';

/**
 * Encrypts a private key with AES-256-GCM under a key derived from the pepper, which the database does not have.
 *
 * Bound to its `kid`, so that sealed keys cannot change places.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5869 HKDF
 */
export function sealSigningKey(pepper: string, kid: string, privateJwk: JWK): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(pepper), nonce).setAAD(Buffer.from(kid));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(privateJwk), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** @returns `undefined` for what was sealed under another pepper or another `kid`, or was changed since. */
export function openSigningKey(pepper: string, kid: string, sealed: Buffer): JWK | undefined {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(pepper), nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(kid))
      .setAuthTag(tag);
    const text = decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    const jwk: unknown = JSON.parse(text);
    return isJsonObject(jwk) ? jwk : undefined;
  } catch {
    // The pepper was changed: such a key signs no more, and tokens that it signed are refused.
    return undefined;
  }
}

function deriveKey(pepper: string): Buffer {
  return Buffer.from(hkdfSync('sha256', pepper, '', purpose, 32));
}
