import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { errors, type JWK } from 'jose';

/**
 * Public keys of nobody, one for each algorithm that clients may sign with.
 *
 * The assertion of a client that does not exist is checked against them, and costs what it would cost if it did. The
 * modulus of the RSA key is just a number of the right size: nothing can be signed for it.
 */
const rsa: JWK = { kty: 'RSA', n: makeModulus().toString('base64url'), e: 'AQAB' };
const standIns: Readonly<Record<string, JWK>> = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  EdDSA: generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
  RS256: rsa,
  PS256: rsa,
};

export function findStandInKey({ alg }: { alg?: string }): JWK {
  const key = standIns[alg ?? ''];
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return key;
}

/** An odd number of 2048 bits. */
function makeModulus(): Buffer {
  const bytes = randomBytes(256);
  bytes.writeUInt8(bytes.readUInt8(0) | 0x80, 0);
  bytes.writeUInt8(bytes.readUInt8(255) | 1, 255);
  return bytes;
}
