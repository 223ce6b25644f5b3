import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PrivateKeys, PublicKeys } from './key-files.ts';
import { suite, toBytes, toInfo } from './suite.ts';

/** A random key that was wrapped once and from which data keys are derived for a while. */
export interface SessionKey {
  keyId: string;
  key: KeyObject;
  encapsulatedKey: Buffer;
  wrappedKey: Buffer;
}

/** Wrapping takes most of a millisecond, and with a remote key service a call: once a minute is enough. */
const sessionMs = 60_000;

const sessions = new WeakMap<PublicKeys, { session: Promise<SessionKey>; until: number }>();

/** The session key of this process for a key-encryption key; a new one each minute. */
export function getSessionKey(keys: PublicKeys): Promise<SessionKey> {
  const known = sessions.get(keys);
  if (known !== undefined && known.until > performance.now()) return known.session;
  const session = wrapSessionKey(keys);
  sessions.set(keys, { session, until: performance.now() + sessionMs });
  // One that could not be made is not kept.
  session.catch(() => sessions.delete(keys));
  return session;
}

async function wrapSessionKey(keys: PublicKeys): Promise<SessionKey> {
  const key = createSecretKey(randomBytes(32));
  return { key, ...(await wrap(keys, key.export())) };
}

/** Wraps a session key for the active key-encryption key. */
export async function wrap({ active }: PublicKeys, key: Buffer): Promise<Omit<SessionKey, 'key'>> {
  const sender = await suite.createSenderContext({
    recipientPublicKey: await suite.kem.importKey('jwk', active.publicKey, true),
    info: toInfo(active.keyId),
  });
  const wrappedKey = Buffer.from(await sender.seal(toBytes(key)));
  return { keyId: active.keyId, encapsulatedKey: Buffer.from(sender.enc), wrappedKey };
}

/**
 * Opens what a private key-encryption key wraps.
 *
 * @param boundTo What it was wrapped for, where its value is of an old format.
 * @throws {Error} when the private key is not at hand, or opens something else.
 */
export async function unwrap(
  keys: PrivateKeys,
  { keyId, encapsulatedKey, wrappedKey }: Omit<SessionKey, 'key'>,
  boundTo: Buffer = Buffer.alloc(0),
): Promise<Buffer> {
  const privateKey = keys.get(keyId);
  if (privateKey === undefined) throw new Error(`The key-encryption key ${keyId} is not in the key file.`);
  const recipient = await suite.createRecipientContext({
    recipientKey: await suite.kem.importKey('jwk', privateKey, false),
    enc: toBytes(encapsulatedKey),
    info: toInfo(keyId),
  });
  return Buffer.from(await recipient.open(toBytes(wrappedKey), toBytes(boundTo)));
}

/**
 * Derives the data key of a context. The salt is random, so that no two are the same. Key objects take half the time.
 *
 * @see RFC 5869
 */
export function deriveDataKey(sessionKey: Buffer | KeyObject, salt: Buffer, additionalData: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionKey, salt, additionalData, 32));
}
