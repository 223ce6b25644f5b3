import { createPublicKey, sign, verify } from 'node:crypto';
import type { PrivateKeys, PublicKeys } from './key-files.ts';
import { deriveSignatureKey } from './signature-keys.ts';

/** Signs texts, each of which begins with what it is, so that none can pass for another. */
export interface Signer {
  sign(text: string): { keyId: string; signature: Buffer };
}

/** Makes a signer that uses the newest key. @throws {Error} when there is no key. */
export function createSigner(keys: PrivateKeys): Signer {
  const [keyId, jwk] = [...keys].at(-1) ?? [];
  if (keyId === undefined || jwk === undefined) throw new Error('There is no key to sign with.');
  const key = deriveSignatureKey(jwk.d);
  return { sign: (text) => ({ keyId, signature: sign(null, Buffer.from(text), key) }) };
}

/** @returns `unknown_key` when the file of public keys does not hold the key, or is older than signatures. */
export function checkSignature(
  { signatures }: PublicKeys,
  text: string,
  { keyId, signature }: { keyId: string; signature: Buffer },
): 'valid' | 'invalid' | 'unknown_key' {
  const jwk = signatures.get(keyId);
  if (jwk === undefined) return 'unknown_key';
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return verify(null, Buffer.from(text), key, signature) ? 'valid' : 'invalid';
}
