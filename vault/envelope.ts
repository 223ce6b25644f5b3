/**
 * The binary form of a sealed value.
 *
 * `format (1) | key id length (1) | key id | encapsulated key (32) | wrapped data key (48) | nonce (12) | ciphertext | tag (16)`
 */
export interface Envelope {
  keyId: string;
  /** HPKE's `enc`: the sender's ephemeral X25519 key. */
  encapsulatedKey: Buffer;
  wrappedDataKey: Buffer;
  nonce: Buffer;
  ciphertext: Buffer;
  tag: Buffer;
}

const format = 1;
const lengths = { encapsulatedKey: 32, wrappedDataKey: 48, nonce: 12, tag: 16 } as const;

export function encodeEnvelope(envelope: Envelope): Buffer {
  const keyId = Buffer.from(envelope.keyId);
  return Buffer.concat([
    Buffer.from([format, keyId.length]),
    keyId,
    envelope.encapsulatedKey,
    envelope.wrappedDataKey,
    envelope.nonce,
    envelope.ciphertext,
    envelope.tag,
  ]);
}

/** @throws {Error} when the bytes are not an envelope of a known format. */
export function decodeEnvelope(bytes: Buffer): Envelope {
  if (bytes[0] !== format) throw new Error('A sealed value has an unknown format.');
  let offset = 2 + (bytes[1] ?? 0);
  const take = (length: number): Buffer => {
    const part = bytes.subarray(offset, offset + length);
    if (part.length !== length) throw new Error('A sealed value is cut short.');
    offset += length;
    return part;
  };
  const keyId = bytes.subarray(2, offset).toString();
  const encapsulatedKey = take(lengths.encapsulatedKey);
  const wrappedDataKey = take(lengths.wrappedDataKey);
  const nonce = take(lengths.nonce);
  const ciphertext = take(bytes.length - offset - lengths.tag);
  return { keyId, encapsulatedKey, wrappedDataKey, nonce, ciphertext, tag: take(lengths.tag) };
}
