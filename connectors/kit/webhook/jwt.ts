import type { CryptoKey, JWTVerifyGetKey } from 'jose';
import type { JsonObject } from '../../../core/json.ts';
import { fill, readPlace, type ReadDelivery } from './delivery.ts';
import type { Verdict } from './verdict.ts';
import type { JwtSignature } from './webhook.ts';

const bearer = /^Bearer +([\w.-]+)$/i;

/** Clocks differ. */
const toleranceSeconds = 60;

/**
 * Checks a token of the vendor's issuer: that it is meant for this customer, not only that the vendor made it.
 *
 * @throws what `keys` throws where the keys cannot be read.
 */
export async function checkJwt(
  { header, issuers, algorithms, audience, claims }: JwtSignature,
  delivery: ReadDelivery,
  credentials: JsonObject,
  { keys, nowMs }: { keys: JWTVerifyGetKey<CryptoKey>; nowMs: number },
): Promise<Verdict> {
  const [, token] = bearer.exec(readPlace(delivery, { in: 'header', name: header }) ?? '') ?? [];
  if (token === undefined) return 'unsigned';
  const { errors, jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: [...issuers],
      algorithms: [...algorithms],
      audience: fill(audience, credentials),
      requiredClaims: ['exp', ...Object.keys(claims)],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(nowMs),
    });
    const isMeant = Object.entries(claims).every(
      ([name, value]) => payload[name] === (value === true ? true : fill(value, credentials)),
    );
    return isMeant ? 'genuine' : 'forged';
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'stale';
    if (error instanceof errors.JOSEError) return 'forged';
    throw error;
  }
}
