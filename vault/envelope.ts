/**
 * The binary form of a sealed value.
 *
 * `format (1) | key id length (1) | key id | encapsulated key (32) | wrapped key (48) | salt (32) | nonce (12) | ciphertext | tag (16)`
 *
 * In format 1, which is read and not written any more, the wrapped key is the data key itself and there is no salt.
 */
export interface Envelope {
  keyId: string;
  /** HPKE's `enc`: the sender's ephemeral X25519 key. */
  encapsulatedKey: Buffer;
  wrappedKey: Buffer;
  /** What the data key is derived with; absent in format 1. */
  salt: Buffer | undefined;
  nonce: Buffer;
  ciphertext: Buffer;
  tag: Buffer;
}

const formats = { wrappedDataKey: 1, derivedDataKey: 2 } as const;
const lengths = { encapsulatedKey: 32, wrappedKey: 48, salt: 32, nonce: 12, tag: 16 } as const;

/** All that comes before the nonce, which the values of one data key have in common. */
export function encodePrefix(
  envelope: Pick<Envelope, 'keyId' | 'encapsulatedKey' | 'wrappedKey'> & { salt: Buffer },
): Buffer {
  return Buffer.concat([encodeHead(envelope), envelope.salt]);
}

/** @throws {Error} when the bytes are not an envelope of a known format. */
export function decodeEnvelope(bytes: Buffer): Envelope {
  const [format] = bytes;
  if (format !== formats.wrappedDataKey && format !== formats.derivedDataKey) {
    throw new Error('A sealed value has an unknown format.');
  }
  let offset = 2 + (bytes[1] ?? 0);
  const take = (length: number): Buffer => {
    const part = bytes.subarray(offset, offset + length);
    if (part.length !== length) throw new Error('A sealed value is cut short.');
    offset += length;
    return part;
  };
  const keyId = bytes.subarray(2, offset).toString();
  const encapsulatedKey = take(lengths.encapsulatedKey);
  const wrappedKey = take(lengths.wrappedKey);
  const salt = format === formats.derivedDataKey ? take(lengths.salt) : undefined;
  const nonce = take(lengths.nonce);
  const ciphertext = take(bytes.length - offset - lengths.tag);
  return { keyId, encapsulatedKey, wrappedKey, salt, nonce, ciphertext, tag: take(lengths.tag) };
}

/** How long the part of a value is that a key-encryption key wraps: all that comes before the salt. */
function headLength(keyId: string): number {
  return 2 + Buffer.byteLength(keyId) + lengths.encapsulatedKey + lengths.wrappedKey;
}

/** Of values whose data keys are derived. @throws {Error} when the bytes are not such a head. */
export function decodeHead(head: Buffer): Pick<Envelope, 'keyId' | 'encapsulatedKey' | 'wrappedKey'> {
  const keyLength = head[1] ?? 0;
  const keyId = head.subarray(2, 2 + keyLength).toString();
  if (head[0] !== formats.derivedDataKey || head.length !== headLength(keyId)) {
    throw new Error('A sealed value has an unknown format.');
  }
  const wrappedAt = 2 + keyLength + lengths.encapsulatedKey;
  return {
    keyId,
    encapsulatedKey: head.subarray(2 + keyLength, wrappedAt),
    wrappedKey: head.subarray(wrappedAt),
  };
}

export function encodeHead({ keyId, encapsulatedKey, wrappedKey }: ReturnType<typeof decodeHead>): Buffer {
  const id = Buffer.from(keyId);
  return Buffer.concat([Buffer.from([formats.derivedDataKey, id.length]), id, encapsulatedKey, wrappedKey]);
}
