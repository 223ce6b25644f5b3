import type { webcrypto } from 'node:crypto';

/** HPKE's types name the browser's key types; without these declarations they would be `any`. */
declare global {
  type CryptoKey = webcrypto.CryptoKey;
  type CryptoKeyPair = webcrypto.CryptoKeyPair;
  type JsonWebKey = webcrypto.JsonWebKey;
}
