import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';
import { SsoRefusal } from '../sso-refusal.ts';
import type { EncryptedAssertion } from './read-encrypted.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** What an encrypted assertion held, which is not believed yet, and the private key in PEM that opened it. */
export interface DecryptedAssertion {
  plain: Buffer;
  privateKey: string;
}

/**
 * Decrypts an assertion. That no key fits, a wrong tag and a key of another length are one refusal, so that who sends answers
 * learns nothing from it.
 *
 * @param privateKeys In PEM, the newest first.
 * @throws {SsoRefusal} `invalid_answer`
 */
export function decryptAssertion(encrypted: EncryptedAssertion, privateKeys: readonly string[]): DecryptedAssertion {
  for (const privateKey of privateKeys) {
    const plain = tryKey(encrypted, privateKey);
    if (plain !== undefined) return { plain, privateKey };
  }
  const why = privateKeys.length === 0 ? 'The hub has no key for it.' : 'No key of the hub decrypts it.';
  throw new SsoRefusal('invalid_answer', { cause: new Error(why), check: 'encryption' });
}

function tryKey({ cipher, key, data }: EncryptedAssertion, privateKey: string): Buffer | undefined {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const contentKey = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha1' }, key);
    const nonce = data.subarray(0, nonceBytes);
    const decipher = createDecipheriv(cipher, contentKey, nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(data.subarray(-tagBytes));
    return Buffer.concat([decipher.update(data.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    // Which step failed must not be known.
    return undefined;
  }
}
