import type { IDToken } from 'openid-client';
import type { SsoContext } from '../sso-context.ts';
import { oidcSettings, type OidcSettings } from '../../sso-connections/oidc-settings.ts';
import { toSsoUrls } from '../../sso-connections/sso-connection.ts';
import { toLookup } from '../../../shared/schemas.ts';
import { findClaim } from '../../token-issuers/scope-rules.ts';
import { findOpenSsoConnection, type OpenSsoConnection } from '../open-sso-connection.ts';
import { openSsoAttempt, sealSsoAttempt, type SsoAttempt, toReturnPath } from '../sso-attempt.ts';
import { type SsoProfile, ssoProfile, toEmail, toName } from '../sso-profile.ts';
import { SsoRefusal } from '../sso-refusal.ts';
import { finishSsoTest, type SsoTestAnswer } from '../sign-in-tests/finish-sso-test.ts';
import { openSsoTest } from '../sign-in-tests/open-sso-test.ts';
import { type SsoSession, startSsoSession } from '../start-sso-session.ts';
import { judgeFailure } from './judge-failure.ts';

/**
 * Begins to sign in at an OpenID provider: the authorization code flow with PKCE, bound to this browser by a cookie.
 *
 * @returns where to send the browser, and what it must bring back.
 * @throws {SsoRefusal} `unknown_connection`; `unavailable`
 */
export async function beginOidc({
  ctx,
  input,
}: {
  ctx: SsoContext;
  input: { id: string; returnTo: string | undefined; hint: string | undefined };
}): Promise<{ location: string; attempt: string }> {
  const connection = await findOpenSsoConnection(ctx, 'oidc', input.id);
  return startOidc(ctx, connection, { returnTo: input.returnTo, hint: input.hint });
}

/** As `beginOidc`, of a connection that was found; also for a test. */
export async function startOidc(
  ctx: SsoContext,
  connection: OpenSsoConnection,
  asked: { returnTo?: string | undefined; hint?: string | undefined; testId?: string },
): Promise<{ location: string; attempt: string }> {
  const openid = await import('openid-client');
  const configuration = await ctx.oidc.open(connection);
  const settings = oidcSettings.parse(connection.row.config);
  const attempt = {
    connectionId: connection.row.id,
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    returnTo: toReturnPath(asked.returnTo),
    testId: asked.testId,
  };
  const hint = toEmail(asked.hint);
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: toSsoUrls(ctx.publicUrl, 'oidc', connection.id).redirect,
    scope: [...new Set(['openid', ...settings.scopes])].join(' '),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(hint === undefined ? {} : { login_hint: hint }),
  });
  return { location: url.href, attempt: sealSsoAttempt(ctx, attempt) };
}

/**
 * Takes what a provider sends back, and signs the person in; of a test, it writes down what came of it.
 *
 * @param input.search The query of the address, as it came.
 * @throws {SsoRefusal}; {HubError} as `startSession`.
 */
export async function finishOidc({
  ctx,
  input,
}: {
  ctx: SsoContext;
  input: { id: string; search: string; attempt: string | undefined };
}): Promise<SsoSession | { location: string | undefined }> {
  const attempt = openSsoAttempt(ctx, toLookup('ssoConnection', input.id), input.attempt);
  if (attempt.state === undefined) throw new SsoRefusal('expired');
  if (attempt.testId !== undefined) {
    const test = await openSsoTest(ctx, attempt.testId);
    const read = (): Promise<SsoTestAnswer> => readAnswer(ctx, test.connection, attempt, input.search);
    return { location: await finishSsoTest(ctx, test, read) };
  }
  const connection = await findOpenSsoConnection(ctx, 'oidc', input.id);
  const { profile } = await readAnswer(ctx, connection, attempt, input.search);
  return startSsoSession(ctx, connection, { method: 'oidc', profile, returnTo: attempt.returnTo });
}

async function readAnswer(
  ctx: SsoContext,
  connection: OpenSsoConnection,
  attempt: SsoAttempt,
  search: string,
): Promise<SsoTestAnswer> {
  const openid = await import('openid-client');
  const configuration = await ctx.oidc.open(connection);
  // What the provider was told, whatever host the request names.
  const current = new URL(`${toSsoUrls(ctx.publicUrl, 'oidc', connection.id).redirect}${search}`);
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, current, {
      expectedState: attempt.state ?? '',
      expectedNonce: attempt.nonce ?? '',
      pkceCodeVerifier: attempt.verifier ?? '',
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new SsoRefusal('invalid_answer');
    const { userinfo_endpoint: userinfo } = configuration.serverMetadata();
    // Many providers keep all but the subject out of the token.
    const more =
      userinfo === undefined ? {} : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    const all = { ...more, ...claims };
    return {
      profile: toProfile(oidcSettings.parse(connection.row.config), claims, all),
      attributes: Object.keys(all),
    };
  } catch (error) {
    if (error instanceof SsoRefusal) throw error;
    throw judgeFailure(openid, error);
  }
}

function toProfile(settings: OidcSettings, { sub }: IDToken, claims: Record<string, unknown>): SsoProfile {
  const email = toEmail(findClaim(claims, settings.email_claim));
  const groups = findClaim(claims, settings.groups_claim);
  // An address that the provider itself does not vouch for is none.
  const isRefused = settings.email_claim === 'email' && isFalse(claims['email_verified']);
  return ssoProfile.parse({
    subject: sub,
    ...(email === undefined || isRefused ? {} : { email }),
    name: toName(findClaim(claims, settings.name_claim)),
    groups: [groups].flat().filter((group) => typeof group === 'string'),
  });
}

/** Some providers write it as text. */
function isFalse(claim: unknown): boolean {
  return claim === false || claim === 'false';
}
