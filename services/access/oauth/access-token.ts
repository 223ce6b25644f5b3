import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { HubError } from '../../../core/errors.ts';
import { newUuid } from '../../../core/ids.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { accessTokenSeconds, type SigningKeys, signingAlgorithm } from './signing-keys.ts';
import { messages } from '../../../core/messages.ts';

/** `typ` of an access token, which keeps other signed texts from being taken for one. */
export const accessTokenType = 'at+jwt';

/** What a token says, as far as we read it. Times are seconds. @see https://www.rfc-editor.org/rfc/rfc9068#section-2.2 */
const accessTokenClaims = z.object({
  client_id: z.string(),
  org: z.string(),
  scope: z.string(),
  jti: z.string(),
  exp: z.number(),
});

export type AccessTokenClaims = z.infer<typeof accessTokenClaims>;

/** Signs a token of ten minutes. */
export async function signAccessToken(
  deps: { server: AuthorizationServer; signingKeys: SigningKeys },
  content: { clientId: string; orgId: string; scope: string; now: number },
): Promise<string> {
  const { kid, privateKey } = await deps.signingKeys.current();
  const issuedAt = Math.floor(content.now / 1000);
  return new SignJWT({ client_id: content.clientId, scope: content.scope, org: content.orgId })
    .setProtectedHeader({ typ: accessTokenType, alg: signingAlgorithm, kid })
    .setIssuer(deps.server.issuer)
    .setSubject(content.clientId)
    .setAudience(deps.server.resource)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .setJti(newUuid())
    .sign(privateKey);
}

/**
 * Reads a token of ours. The signature is checked before anything that the token says.
 *
 * @returns `undefined` for whatever is no such token; `expired` only for one that was.
 * @throws {HubError} `service_unavailable` when the keys cannot be read.
 */
export async function readAccessToken(
  { server, signingKeys }: { server: AuthorizationServer; signingKeys: SigningKeys },
  token: string,
  now: number,
): Promise<{ status: 'valid' | 'expired'; claims: AccessTokenClaims } | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid = '' }) => {
        const key = await signingKeys.find(kid);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: [signingAlgorithm],
        typ: accessTokenType,
        issuer: server.issuer,
        audience: server.resource,
        requiredClaims: ['exp', 'jti', 'sub'],
        currentDate: new Date(now),
      },
    );
    return toResult('valid', payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) return toResult('expired', error.payload);
    if (error instanceof errors.JOSEError) return undefined;
    throw error instanceof HubError
      ? error
      : new HubError('internal_error', messages.tokenUnreadable, { cause: error });
  }
}

function toResult<Status>(
  status: Status,
  payload: JWTPayload,
): { status: Status; claims: AccessTokenClaims } | undefined {
  const claims = accessTokenClaims.safeParse(payload);
  return claims.success ? { status, claims: claims.data } : undefined;
}
