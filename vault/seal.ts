import { createCipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { JsonObject } from '../core/json.ts';
import { type SealContext, toAdditionalData } from './context.ts';
import { encodePrefix } from './envelope.ts';
import type { PublicKeys } from './key-files.ts';
import { deriveDataKey, getSessionKey } from './session-key.ts';

/** Seals values of one context, all under one data key. */
export interface Sealer {
  readonly keyId: string;
  seal(value: JsonObject): Buffer;
}

/** A data key seals at most this many values: random nonces of 96 bits stay unique far beyond. @see NIST SP 800-38D §8.3 */
const sealsPerDataKeyMax = 1_000_000;
const nonceLength = 12;
/** Random bytes are drawn for so many nonces at once: a call for each takes longer than the cipher. */
const noncesAtOnce = 64;

/** Makes a fresh data key for a context and returns what seals with it. */
export async function createSealer(keys: PublicKeys, context: SealContext): Promise<Sealer> {
  const { key, keyId, encapsulatedKey, wrappedKey } = await getSessionKey(keys);
  const additionalData = toAdditionalData(context);
  const salt = randomBytes(32);
  // A fifth of the time that a cipher takes with the bytes of a key.
  const dataKey = createSecretKey(deriveDataKey(key, salt, additionalData));
  const prefix = encodePrefix({ keyId, encapsulatedKey, wrappedKey, salt });
  let nonces = Buffer.alloc(0);
  let seals = 0;
  return {
    keyId,
    seal: (value) => {
      const at = (seals % noncesAtOnce) * nonceLength;
      if (at === 0) nonces = randomBytes(nonceLength * noncesAtOnce);
      seals += 1;
      if (seals > sealsPerDataKeyMax) throw new Error('A data key was used up; make a new sealer.');
      const nonce = nonces.subarray(at, at + nonceLength);
      const cipher = createCipheriv('aes-256-gcm', dataKey, nonce).setAAD(additionalData);
      const text = cipher.update(JSON.stringify(value), 'utf8');
      return Buffer.concat([prefix, nonce, text, cipher.final(), cipher.getAuthTag()]);
    },
  };
}

/** Seals the credentials of one connection version, under a data key of their own. */
export async function sealCredentials(
  keys: PublicKeys,
  owner: { orgId: string; connectionId: string; version: number },
  credentials: JsonObject,
): Promise<{ sealed: Buffer; keyId: string }> {
  const sealer = await createSealer(keys, { purpose: 'credential', ...owner });
  return { sealed: sealer.seal(credentials), keyId: sealer.keyId };
}
