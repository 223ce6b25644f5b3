import { createPrivateKey, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import type { PrivateKeys, PublicKeys } from './key-files.ts';

/** An X25519 private key as PKCS #8 has it, up to its 32 bytes. @see https://www.rfc-editor.org/rfc/rfc8410#section-7 */
const pkcs8Head = Buffer.from('302e020100300506032b656e04220420', 'hex');

const exported = z.object({ x: z.string(), d: z.string() });

/** What a process that knows a secret opens what others have sealed to the public half. */
export interface DerivedKeys {
  /** The public half, base64url. */
  publicKey: string;
  privateKeys: PrivateKeys;
}

/**
 * Derives a pair of keys from a secret, the same each time: who has no private keys but the secret can be told something that
 * nobody else can read.
 *
 * @param purpose Each has a pair of its own.
 */
export function deriveKeys(secret: string, purpose: string): DerivedKeys {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
  const { x, d } = exported.parse(key.export({ format: 'jwk' }));
  return { publicKey: x, privateKeys: new Map([[toKeyId(x), { kty: 'OKP', crv: 'X25519', x, d }]]) };
}

/** The public half as sealers take keys. */
export function toPublicKeys(publicKey: string): PublicKeys {
  const active = { keyId: toKeyId(publicKey), publicKey: { kty: 'OKP', crv: 'X25519', x: publicKey } as const };
  return { active, signatures: new Map() };
}

function toKeyId(publicKey: string): string {
  return `derived-${publicKey.slice(0, 8)}`;
}
