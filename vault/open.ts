import { createDecipheriv } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { type SealContext, toAdditionalData } from './context.ts';
import { decodeEnvelope, type Envelope } from './envelope.ts';
import type { PrivateKeys } from './key-files.ts';
import { suite, toBytes, toInfo } from './suite.ts';

/** Opens sealed values. Exists in worker processes only. */
export interface Opener {
  /**
   * @throws {Error} when the key is not at hand, or the value was not sealed under this context. The message holds
   *   nothing of the value.
   */
  open(context: SealContext, sealed: Buffer): Promise<JsonObject>;
}

/** Unwrapped data keys are kept so long and so many, then zeroed. */
const cacheMs = 5 * 60_000;
const cacheMax = 1000;

export function createOpener(keys: PrivateKeys): Opener {
  const dataKeys = new Map<string, { dataKey: Buffer; until: number }>();

  const evict = (now: number): void => {
    for (const [id, entry] of dataKeys) {
      if (entry.until > now && dataKeys.size < cacheMax) break;
      entry.dataKey.fill(0);
      dataKeys.delete(id);
    }
  };

  const unwrap = async (envelope: Envelope, additionalData: Buffer): Promise<Buffer> => {
    const id = `${envelope.wrappedDataKey.toString('base64')}|${additionalData.toString()}`;
    const cached = dataKeys.get(id);
    // A copy, because the cached key may be zeroed while the caller still uses it.
    if (cached !== undefined && cached.until > Date.now()) return Buffer.from(cached.dataKey);
    const privateKey = keys.get(envelope.keyId);
    if (privateKey === undefined) throw new Error(`The key-encryption key ${envelope.keyId} is not in the key file.`);
    const recipient = await suite.createRecipientContext({
      recipientKey: await suite.kem.importKey('jwk', privateKey, false),
      enc: toBytes(envelope.encapsulatedKey),
      info: toInfo(envelope.keyId),
    });
    const dataKey = Buffer.from(await recipient.open(toBytes(envelope.wrappedDataKey), toBytes(additionalData)));
    evict(Date.now());
    dataKeys.set(id, { dataKey, until: Date.now() + cacheMs });
    return Buffer.from(dataKey);
  };

  return {
    open: async (context, sealed) => {
      const envelope = decodeEnvelope(sealed);
      const additionalData = toAdditionalData(context);
      const dataKey = await unwrap(envelope, additionalData);
      const decipher = createDecipheriv('aes-256-gcm', dataKey, envelope.nonce)
        .setAAD(additionalData)
        .setAuthTag(envelope.tag);
      const text = Buffer.concat([decipher.update(envelope.ciphertext), decipher.final()]).toString('utf8');
      dataKey.fill(0);
      const value: unknown = JSON.parse(text);
      if (!isJsonObject(value)) throw new Error('A sealed value is not an object.');
      return value;
    },
  };
}
