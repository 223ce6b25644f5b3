import { createLocalJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { signatureAlgorithms } from '../../../core/enums.ts';
import { toId } from '../../../core/ids.ts';
import type { OauthClientLookup } from '../../../drizzle/find-oauth-client.ts';
import { publicJwks } from '../oauth-clients/public-jwks.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { spendToken } from './spent-tokens.ts';
import { findStandInKey } from './stand-in-keys.ts';

/** An assertion is for now: it may not be valid longer than this. */
const assertionSecondsMax = 300;
/** For clocks that differ. */
const toleranceSeconds = 10;
const assertionLengthMax = 8 * 1024;

const assertionClaims = z.object({
  // More than one audience would let one of the others use the assertion here.
  aud: z.union([z.string(), z.array(z.string()).length(1)]),
  exp: z.number(),
  jti: z.string().regex(/^[\x21-\x7e]{1,255}$/),
});

/** Who an assertion says it comes from, before anything of it is checked. Empty where it says nothing. */
export function readClaimedClient(assertion: string): string {
  if (assertion.length > assertionLengthMax) return '';
  try {
    // Untrusted, whatever its type says: the content was not checked.
    const { sub }: { sub?: unknown } = decodeJwt(assertion);
    return typeof sub === 'string' ? sub : '';
  } catch {
    return '';
  }
}

/**
 * Checks that an assertion was signed by the client, for this server, is valid now, and is used for the first time.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7523#section-3
 */
export async function checkAssertion(
  deps: OauthDeps,
  assertion: string,
  { id, client }: { id: string; client: OauthClientLookup | undefined },
): Promise<boolean> {
  if (assertion.length > assertionLengthMax) return false;
  const now = deps.clock.now();
  const claims = await readClaims(deps, assertion, { id, client, now });
  if (claims === undefined || client === undefined) return false;
  if (claims.exp > now / 1000 + assertionSecondsMax + toleranceSeconds) return false;
  const spent = {
    orgId: client.orgId,
    kind: 'assertion' as const,
    clientId: id,
    jti: claims.jti,
    expiresAt: (claims.exp + toleranceSeconds) * 1000,
  };
  return inTenant({ database: deps.database, orgId: client.orgId }, (tx) => spendToken(tx, spent));
}

async function readClaims(
  { server }: OauthDeps,
  assertion: string,
  { id, client, now }: { id: string; client: OauthClientLookup | undefined; now: number },
): Promise<z.infer<typeof assertionClaims> | undefined> {
  const clientId = toId('oauthClient', id);
  const keys = client?.jwks === undefined ? findStandInKey : createLocalJWKSet(publicJwks.parse(client.jwks));
  try {
    const { payload } = await jwtVerify(assertion, keys, {
      algorithms: [...signatureAlgorithms],
      issuer: clientId,
      subject: clientId,
      audience: [server.issuer, server.tokenEndpoint],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(now),
    });
    return assertionClaims.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
