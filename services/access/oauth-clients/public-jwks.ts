import { importJWK } from 'jose';
import { z } from 'zod';
import { invalidRequest } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';

/** Members that only a private or symmetric key has. @see https://www.rfc-editor.org/rfc/rfc7518#section-6 */
const privateMember = z.never({ error: messages.privateKeySent }).exactOptional();
const privateMembers = {
  d: privateMember,
  p: privateMember,
  q: privateMember,
  dp: privateMember,
  dq: privateMember,
  qi: privateMember,
  oth: privateMember,
  k: privateMember,
};

const common = {
  kid: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, messages.keyIdInvalid)
    .exactOptional(),
  use: z.literal('sig').exactOptional(),
  key_ops: z.tuple([z.literal('verify')]).exactOptional(),
  ...privateMembers,
};

/** 32 bytes in base64url. */
const coordinate = z.string().regex(/^[\w-]{43}$/, messages.keyCoordinateInvalid);

const modulusBits = { min: 2048, max: 4096 } as const;

const modulus = z
  .string()
  .max(700)
  .regex(/^[\w-]+$/, messages.base64UrlInvalid)
  .refine((text) => {
    const bits = countBits(Buffer.from(text, 'base64url'));
    return bits >= modulusBits.min && bits <= modulusBits.max;
  }, messages.modulusInvalid(modulusBits));

const publicJwk = z.discriminatedUnion('kty', [
  z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: coordinate,
    y: coordinate,
    alg: z.literal('ES256').exactOptional(),
    ...common,
  }),
  z.strictObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: coordinate,
    alg: z.literal('EdDSA').exactOptional(),
    ...common,
  }),
  z.strictObject({
    kty: z.literal('RSA'),
    n: modulus,
    e: z.literal('AQAB'),
    alg: z.enum(['RS256', 'PS256']).exactOptional(),
    ...common,
  }),
]);

const keysMax = 10;

/**
 * The public keys of a client that signs assertions: a JWK Set.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7517#section-5
 */
export const publicJwks = z
  .strictObject({
    keys: z
      .array(publicJwk)
      .min(1)
      .max(keysMax)
      .refine(
        (keys) => keys.length === 1 || new Set(keys.map(({ kid }) => kid ?? '')).size === keys.length,
        messages.keyIdsRequired,
      ),
  })
  .meta({ id: 'PublicJwks', description: 'Public keys only: ES256, EdDSA, RS256 or PS256.' });

export type PublicJwks = z.infer<typeof publicJwks>;

const defaultAlgorithms = { EC: 'ES256', OKP: 'EdDSA', RSA: 'RS256' } as const;

/**
 * Makes sure that each key is one, which its form alone does not say: a point may lie off its curve.
 *
 * @throws {HubError} `invalid_request`
 */
export async function requireUsableKeys({ keys }: PublicJwks): Promise<void> {
  const outcomes = await Promise.allSettled(keys.map((key) => importJWK(key, key.alg ?? defaultAlgorithms[key.kty])));
  const errors = outcomes.flatMap(({ status }, index) =>
    status === 'fulfilled'
      ? []
      : [{ path: `jwks.keys[${index}]`, code: 'invalid_key', message: messages.publicKeyInvalid }],
  );
  if (errors.length > 0) throw invalidRequest(messages.publicKeysInvalid, errors);
}

function countBits(bytes: Buffer): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? 0 : (bytes.length - first) * 8 - Math.clz32(bytes.readUInt8(first)) + 24;
}
