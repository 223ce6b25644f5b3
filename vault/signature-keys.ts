import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The one purpose of the derived keys. A change of the form gets another name. */
const purpose = 'integration-hub signature key, form 1';

/** What stands before the 32 bytes of a private key in PKCS #8. @see https://www.rfc-editor.org/rfc/rfc8410#section-10.3 */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Derives the Ed25519 key that signs in the name of a key-encryption key: whoever holds the private file can sign, and
 * whoever holds the public one can check.
 *
 * @param secret The private part (`d`) of the key-encryption key.
 * @see https://www.rfc-editor.org/rfc/rfc5869 HKDF
 */
export function deriveSignatureKey(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', purpose, 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
}

/** The public half of a derived key, as the file of public keys holds it. */
export function toSignatureX(secret: string): string {
  const { x } = createPublicKey(deriveSignatureKey(secret)).export({ format: 'jwk' });
  if (x === undefined) throw new Error('An Ed25519 key has no public part.');
  return x;
}
