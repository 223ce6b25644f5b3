import type * as Openid from 'openid-client';
import { z } from 'zod';
import type { SsoCheck } from '../../../../core/enums.ts';
import { SsoRefusal } from '../sso-refusal.ts';

/** What the library puts around a claim that is not as it should be. */
const comparison = z.object({ claim: z.string() });

const claims: ReadonlyMap<string, SsoCheck> = new Map([
  ['iss', 'issuer'],
  ['aud', 'audience'],
  ['azp', 'audience'],
  ['nonce', 'request'],
]);

/** @see https://github.com/panva/oauth4webapi/blob/main/docs/README.md the codes */
const codes: ReadonlyMap<string, SsoCheck> = new Map([
  ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'time'],
  ['OAUTH_KEY_SELECTION_FAILED', 'signature'],
  ['OAUTH_UNSUPPORTED_OPERATION', 'algorithm'],
  ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'provider'],
  ['OAUTH_RESPONSE_IS_NOT_JSON', 'provider'],
]);

/** What a failure of the library for OpenID Connect means. */
export function judgeFailure(openid: typeof Openid, error: unknown): SsoRefusal {
  if (error instanceof openid.AuthorizationResponseError) return new SsoRefusal('denied', { cause: error });
  if (error instanceof openid.ClientError && error.code === 'OAUTH_TIMEOUT') {
    return new SsoRefusal('unavailable', { cause: error });
  }
  return new SsoRefusal('invalid_answer', { cause: error, check: nameCheck(openid, error) });
}

function nameCheck(openid: typeof Openid, error: unknown): SsoCheck {
  if (error instanceof openid.WWWAuthenticateChallengeError) return 'credentials';
  if (error instanceof openid.ResponseBodyError) return error.error === 'invalid_client' ? 'credentials' : 'denied';
  if (!(error instanceof Error)) return 'contents';
  const inner = error.cause instanceof Error ? error.cause : error;
  const compared = comparison.safeParse(inner.cause);
  const claim = compared.success ? claims.get(compared.data.claim) : undefined;
  const code = error instanceof openid.ClientError ? codes.get(error.code ?? '') : undefined;
  if (claim !== undefined) return claim;
  if (code !== undefined) return code;
  if (/signature/i.test(`${error.message} ${inner.message}`)) return 'signature';
  return /\b(?:state|iss|nonce)\b/.test(inner.message) ? 'request' : 'contents';
}
