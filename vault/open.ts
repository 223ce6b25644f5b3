import { createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { type SealContext, toAdditionalData } from './context.ts';
import { decodeEnvelope, type Envelope } from './envelope.ts';
import type { PrivateKeys } from './key-files.ts';
import { deriveDataKey, unwrap } from './session-key.ts';

/** Opens sealed values. Exists in worker processes only. */
export interface Opener {
  /**
   * @throws {Error} when the key is not at hand, or the value was not sealed under this context. The message holds
   *   nothing of the value.
   */
  open(context: SealContext, sealed: Buffer): Promise<JsonObject>;
}

/** Unwrapped keys are kept so long and so many, then zeroed. */
const cacheMs = 5 * 60_000;
const cacheMax = 1000;
/** Data keys of records: those of the segments that were read of late. */
const sharedMax = 200;
const nothing = Buffer.alloc(0);

/** @param clock How long unwrapped keys are kept is told by it. */
export function createOpener(keys: PrivateKeys, clock: Pick<Clock, 'monotonic'>): Opener {
  const unwrapped = new Map<string, { key: Buffer; until: number }>();
  const shared = new Map<string, { key: KeyObject; until: number }>();

  const evict = (now: number): void => {
    for (const [id, entry] of unwrapped) {
      if (entry.until > now && unwrapped.size < cacheMax) break;
      entry.key.fill(0);
      unwrapped.delete(id);
    }
  };

  /** @param boundTo What the key was wrapped for. */
  const findUnwrapped = async (envelope: Envelope, boundTo: Buffer): Promise<Buffer> => {
    const { keyId, encapsulatedKey, wrappedKey } = envelope;
    const id = [keyId, encapsulatedKey.toString('base64'), wrappedKey.toString('base64'), boundTo.toString()].join('|');
    const cached = unwrapped.get(id);
    // A copy, because the cached key may be zeroed while the caller still uses it.
    if (cached !== undefined && cached.until > clock.monotonic()) return Buffer.from(cached.key);
    const key = await unwrap(keys, envelope, boundTo);
    const now = clock.monotonic();
    evict(now);
    unwrapped.set(id, { key, until: now + cacheMs });
    return Buffer.from(key);
  };

  const findDataKey = async (envelope: Envelope, additionalData: Buffer): Promise<Buffer> => {
    if (envelope.salt === undefined) return findUnwrapped(envelope, additionalData);
    const sessionKey = await findUnwrapped(envelope, nothing);
    const dataKey = deriveDataKey(sessionKey, envelope.salt, additionalData);
    sessionKey.fill(0);
    return dataKey;
  };

  /** Thousands of values of a segment share a data key: deriving it takes several times as long as opening one. */
  const findSharedKey = async (envelope: Envelope, additionalData: Buffer): Promise<KeyObject> => {
    const { keyId, encapsulatedKey, wrappedKey, salt = nothing } = envelope;
    const id = [keyId, encapsulatedKey, wrappedKey, salt, additionalData]
      .map((part) => part.toString('latin1'))
      .join('|');
    const now = clock.monotonic();
    const known = shared.get(id);
    if (known !== undefined && known.until > now) return known.key;
    const bytes = await findDataKey(envelope, additionalData);
    const key = createSecretKey(bytes);
    bytes.fill(0);
    for (const [old, entry] of shared) {
      if (entry.until > now && shared.size < sharedMax) break;
      shared.delete(old);
    }
    shared.set(id, { key, until: now + cacheMs });
    return key;
  };

  return {
    open: async (context, sealed) => {
      const envelope = decodeEnvelope(sealed);
      const additionalData = toAdditionalData(context);
      const find = context.purpose === 'record' ? findSharedKey : findDataKey;
      const dataKey = await find(envelope, additionalData);
      const decipher = createDecipheriv('aes-256-gcm', dataKey, envelope.nonce)
        .setAAD(additionalData)
        .setAuthTag(envelope.tag);
      const text = Buffer.concat([decipher.update(envelope.ciphertext), decipher.final()]).toString('utf8');
      if (dataKey instanceof Buffer) dataKey.fill(0);
      const value: unknown = JSON.parse(text);
      if (!isJsonObject(value)) throw new Error('A sealed value is not an object.');
      return value;
    },
  };
}
