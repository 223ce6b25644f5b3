import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Sealed form: nonce, tag, ciphertext. */
const nonceBytes = 12;
const tagBytes = 16;

/** What a text is sealed for. Sealed texts cannot change places, nor purposes. */
export interface BoxLabel {
  pepper: string;
  /** Each has a key of its own. A change of the form gets another name. */
  purpose: string;
  /** What the text belongs to: its id. */
  owner: string;
}

/**
 * Encrypts with AES-256-GCM what the API itself must read again, under a key derived from the pepper, which the database
 * does not have.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5869 HKDF
 */
export function sealText(label: BoxLabel, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(label), nonce).setAAD(Buffer.from(label.owner));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** @returns `undefined` for what was sealed under another pepper or label, or was changed since. */
export function openText(label: BoxLabel, sealed: Buffer): string | undefined {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(label), nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(label.owner))
      .setAuthTag(tag);
    return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // The pepper was changed: what it sealed is lost.
    return undefined;
  }
}

function deriveKey({ pepper, purpose }: BoxLabel): Buffer {
  return Buffer.from(hkdfSync('sha256', pepper, '', purpose, 32));
}
