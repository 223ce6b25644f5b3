import type { Clock } from '../../../../core/clock.ts';
import { isJsonObject, type JsonObject } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import { parseJson, toPlainText } from '../../../kit/type-guards.ts';
import { FaultError } from '../../../kit/fault.ts';
import { jwtBearer, type OauthApplication } from '../../../kit/auth/application.ts';
import { signAssertion } from './assertion.ts';
import { type AuthScope, type Fill, fillAddress, fillFrom } from './fill.ts';
import { throwIfElsewhere, type TokenCall, type TokenReply, throwUnlessJudged } from './token-call.ts';
import { type Obtained, type ObtainTokens, toRenewAt } from '../../shared/token-store.ts';

export interface OauthDeps {
  call: TokenCall;
  clock: Clock;
  toAddress(address: string): string;
}

/**
 * Gets tokens as the grant says; where a refresh token is known, with it.
 *
 * A rotated refresh token is kept beside its follower until that one has worked: where the system refuses the newer
 * one, the older may still be taken.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 */
export function obtainOauth(oauth: OauthApplication, scope: AuthScope, deps: OauthDeps): ObtainTokens {
  return async (before) => {
    const values = { ...scope.obtained, ...before?.values };
    const known = [values['refresh_token'], values['previous_refresh_token'], scope.form['refresh_token']];
    const refreshTokens = [...new Set(known.map(toPlainText))].filter((token) => token !== '');
    const url = oauth.refreshUrl ?? oauth.tokenUrl;
    let refused: Obtained | undefined;
    for (const token of refreshTokens) {
      const parameters = { grant_type: 'refresh_token', refresh_token: token };
      const obtained = await ask({ oauth, scope: { ...scope, obtained: values }, deps }, url, parameters);
      if (obtained.outcome === 'obtained') return keepRefreshToken(obtained, values, token);
      refused ??= obtained;
    }
    if (needsPerson(oauth)) return refused ?? { outcome: 'refused', refusal: notGranted };
    // A client that can request new tokens does not need the expired refresh token.
    return ask({ oauth, scope, deps }, oauth.tokenUrl, { grant_type: oauth.grantType });
  };
}

/**
 * Exchanges the code of a callback for tokens.
 *
 * @param scope `obtained`: parameters of the callback that are kept along with the tokens.
 * @param parameters `code`, `redirect_uri` and, with PKCE, `code_verifier`.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3
 */
export async function exchangeCode(
  oauth: OauthApplication,
  scope: AuthScope,
  deps: OauthDeps,
  parameters: Readonly<Record<string, string>>,
): Promise<Obtained> {
  const obtained = await ask({ oauth, scope, deps }, oauth.tokenUrl, { grant_type: oauth.grantType, ...parameters });
  if (obtained.outcome === 'refused') return obtained;
  const { tokens } = obtained;
  return { outcome: 'obtained', tokens: { ...tokens, values: { ...toTexts(scope.obtained ?? {}), ...tokens.values } } };
}

function needsPerson({ kind }: OauthApplication): boolean {
  return kind === 'oauth2_code' || kind === 'oauth2_refresh_token';
}

interface Asking {
  oauth: OauthApplication;
  scope: AuthScope;
  deps: OauthDeps;
}

async function ask(asking: Asking, urlTemplate: string, grant: Readonly<Record<string, string>>): Promise<Obtained> {
  const { oauth, scope, deps } = asking;
  const fill = fillFrom(scope);
  const url = deps.toAddress(fillAddress(urlTemplate, fill));
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(oauth.headers)) headers[name.toLowerCase()] = fill(value);
  const parameters = withoutEmpty({
    ...grant,
    ...fillAll(oauth.parameters, fill),
    ...(await proveClient(asking, url, fill, headers)),
    ...(grant['grant_type'] === jwtBearer ? { assertion: await sign(asking, url) } : {}),
  });
  headers['content-type'] = oauth.body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const body = oauth.body === 'json' ? JSON.stringify(parameters) : new URLSearchParams(parameters).toString();
  const reply = await deps.call({ method: 'POST', url, headers, body });
  return judge(oauth, reply, deps.clock);
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 and https://www.rfc-editor.org/rfc/rfc7523#section-2.2 */
async function proveClient(
  asking: Asking,
  url: string,
  fill: Fill,
  headers: Record<string, string>,
): Promise<Record<string, string>> {
  const { oauth } = asking;
  const [id, secret] = [fill(oauth.clientId), fill(oauth.clientSecret)];
  switch (oauth.clientAuth) {
    case 'basic':
      headers['authorization'] = `Basic ${Buffer.from(`${formEncode(id)}:${formEncode(secret)}`).toString('base64')}`;
      return {};
    case 'post':
      return { client_id: id, client_secret: secret };
    case 'private_key_jwt':
      return {
        client_id: id,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await sign(asking, url),
      };
    case 'none':
      return { client_id: id };
  }
}

function sign({ oauth, scope, deps }: Asking, tokenUrl: string): Promise<string> {
  if (oauth.assertion === undefined) throw new TypeError('A method that sends assertions says how they are signed.');
  const obtained = { ...scope.obtained, token_url: tokenUrl };
  return signAssertion(oauth.assertion, fillFrom({ ...scope, obtained }), deps.clock);
}

/** `application/x-www-form-urlencoded`, as RFC 6749 wants identifiers and secrets in the Basic scheme. */
function formEncode(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

function fillAll(texts: Readonly<Record<string, string>>, fill: Fill): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
}

function withoutEmpty(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));
}

function judge(oauth: OauthApplication, reply: TokenReply, clock: Clock): Obtained {
  throwUnlessJudged(reply, clock);
  const answer = toObject(reply.text);
  const { response } = oauth;
  const read = (path: string): string => toPlainText(compileReader(path)(answer));
  const accessToken = read(response.accessToken);
  if (reply.status >= 300 || accessToken === '') return refuse(oauth, reply.status, answer);
  const kept = Object.entries(response.keep).map(([name, path]): [string, string] => [name, read(path)]);
  const lifetimeS = Number(read(response.expiresIn)) || response.lifetimeS;
  const refreshToken = read(response.refreshToken);
  const values = {
    ...withoutEmpty(Object.fromEntries(kept)),
    access_token: accessToken,
    ...(refreshToken === '' ? {} : { refresh_token: refreshToken }),
  };
  return { outcome: 'obtained', tokens: { values, renewAt: toRenewAt(lifetimeS, clock.now()) } };
}

function toObject(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    // Some servers answer with a form, as early drafts of OAuth 2.0 did.
    return Object.fromEntries(new URLSearchParams(text));
  }
}

function toTexts(values: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toPlainText(value)]));
}

/**
 * Codes that say that a grant has ended, or the credentials are wrong. @see
 * https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
const refusals: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'access_denied',
]);

function refuse(oauth: OauthApplication, status: number, answer: JsonObject): Obtained {
  const code = toPlainText(answer['error']);
  // Report only what looks like an error code: free text may repeat what was sent.
  const reason = /^[a-z][a-z0-9_]{1,60}$/.test(code) ? `${code}, status ${status}` : `status ${status}`;
  if (!refusals.has(code) && status !== 401 && status !== 403 && (status >= 300 || code === '')) {
    if (code === '') throwIfElsewhere({ status });
    throw new FaultError({ kind: 'config', message: `The system issued no token (${reason}).` });
  }
  const expired = needsPerson(oauth) && code !== 'invalid_client' && code !== 'unauthorized_client';
  const message = expired
    ? `The authorization has ended (${reason}). Authorize the connection again.`
    : `The system issues no token for these credentials (${reason}).`;
  return { outcome: 'refused', refusal: { message, expired } };
}

const notGranted = { message: 'The connection is not authorized yet. Authorize it first.', expired: true };

/** Keeps what a refresh leaves as it is, and the token that it used up. */
function keepRefreshToken(
  { tokens }: Extract<Obtained, { outcome: 'obtained' }>,
  before: Readonly<Record<string, unknown>>,
  used: string,
): Obtained {
  const next = toPlainText(tokens.values['refresh_token']) || used;
  const values = { ...toTexts(before), ...tokens.values, refresh_token: next, previous_refresh_token: used };
  return { outcome: 'obtained', tokens: { ...tokens, values } };
}
