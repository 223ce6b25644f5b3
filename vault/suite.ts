import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';

/**
 * How keys are wrapped: whoever has the public key can wrap, only the private key unwraps.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9180 (HPKE, base mode)
 */
export const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

/** Binds a wrapped key to its use and to the key that wraps it. */
export function toInfo(keyId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`integration-hub data key|${keyId}`);
}

/** HPKE takes plain byte arrays; a Buffer may be a window into a larger one. */
export function toBytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(buffer);
}
