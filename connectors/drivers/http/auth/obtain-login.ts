import type { Clock } from '../../../../core/clock.ts';
import type { Json } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import { FaultError } from '../../../kit/fault.ts';
import { parseJson, toPlainText } from '../../../kit/type-guards.ts';
import type {
  Extraction,
  LoginApplication,
  LoginRequest,
  LoginValue,
  LoginValues,
} from '../../../kit/auth/application.ts';
import { signAssertion } from './assertion.ts';
import { type AuthScope, type Fill, fillAddress, fillFrom } from './fill.ts';
import {
  throwIfElsewhere,
  type TokenCall,
  type TokenReply,
  type TokenRequest,
  throwUnlessJudged,
} from './token-call.ts';
import { type Obtained, type ObtainTokens, toRenewAt } from '../../shared/token-store.ts';

interface LoginDeps {
  call: TokenCall;
  clock: Clock;
  toAddress(address: string): string;
}

/**
 * Logs in and keeps the declared values of the response. Logs out the login that this one replaces, if the system has a
 * logout.
 */
export function obtainLogin(application: LoginApplication, scope: AuthScope, deps: LoginDeps): ObtainTokens {
  return async (before) => {
    if (before !== undefined) await logOut(application, scope, deps, before.values);
    const { assertion, login } = application;
    const jwt = assertion === undefined ? undefined : await signAssertion(assertion, fillFrom(scope), deps.clock);
    const fill = fillFrom({ ...scope, obtained: { ...scope.obtained, jwt } });
    const reply = await deps.call(toRequest(login, fill, deps));
    throwUnlessJudged(reply, deps.clock);
    return judge(application, reply, deps.clock);
  };
}

/** Logs out, if the system supports it. Never throws: a login that is not ended expires. */
export async function logOut(
  { logout }: LoginApplication,
  scope: AuthScope,
  deps: LoginDeps,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (logout === undefined) return;
  await deps.call(toRequest(logout, fillFrom({ ...scope, obtained: values }), deps)).catch(() => undefined);
}

function toRequest(
  { method, url, headers, basic, body }: LoginRequest,
  fill: Fill,
  { toAddress }: LoginDeps,
): TokenRequest {
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) filled[name.toLowerCase()] = fill(value);
  if (basic !== undefined) {
    const pair = `${fill(basic.username)}:${fill(basic.password)}`;
    filled['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  const request: TokenRequest = { method, url: toAddress(fillAddress(url, fill)), headers: filled, body: undefined };
  if (body === undefined) return request;
  const isForm = body.format === 'form';
  filled['content-type'] ??= isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return { ...request, body: isForm ? toForm(body.values, fill) : JSON.stringify(fillValue(body.values, fill)) };
}

function toForm(values: LoginValues, fill: Fill): string {
  const pairs = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    toPlainText(fillValue(value, fill)),
  ]);
  return new URLSearchParams(pairs).toString();
}

function fillValue(value: LoginValue, fill: Fill): Json {
  if (typeof value === 'string') return fill(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => fillValue(item, fill));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillValue(member, fill)]));
}

/** `Array.isArray` does not know read-only lists. */
function isList(value: readonly LoginValue[] | LoginValues): value is readonly LoginValue[] {
  return Array.isArray(value);
}

function judge(application: LoginApplication, reply: TokenReply, clock: Clock): Obtained {
  const { extract, expiresPath, lifetimeS } = application;
  throwIfElsewhere(reply);
  const message = `The system refused the login (status ${reply.status}).`;
  if (reply.status >= 400) return { outcome: 'refused', refusal: { message, expired: false } };
  const body = toJson(reply.text);
  const values: Record<string, string> = {};
  for (const [name, from] of Object.entries(extract)) {
    const value = extractValue(from, reply, body);
    // Many systems respond to a wrong password with status 200 and an error text.
    if (value === '') return { outcome: 'refused', refusal: { message, expired: false } };
    values[name] = value;
  }
  const expires = expiresPath === undefined ? '' : toPlainText(compileReader(expiresPath)(body));
  const lifetime = expires === '' ? lifetimeS : toLifetimeS(expires, clock.now());
  return { outcome: 'obtained', tokens: { values, renewAt: toRenewAt(lifetime, clock.now()) } };
}

function toJson(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** Seconds, or the time at which the login ends. */
function toLifetimeS(expires: string, nowMs: number): number {
  const seconds = Number(expires);
  const lifetime = Number.isFinite(seconds) ? seconds : (Date.parse(expires) - nowMs) / 1000;
  if (Number.isFinite(lifetime)) return Math.max(0, lifetime);
  throw new FaultError({ kind: 'schema_drift', message: 'The login response has an invalid expiry time.' });
}

function extractValue(from: Extraction, { headers, setCookies, text }: TokenReply, body: Json): string {
  const pairs = setCookies.map((line) => line.split(';', 1)[0]?.trim() ?? '');
  switch (from.from) {
    case 'body':
      return toPlainText(compileReader(from.path)(body));
    case 'header':
      return headers[from.name.toLowerCase()] ?? '';
    case 'cookie':
      return pairs.findLast((pair) => pair.startsWith(`${from.name}=`))?.slice(from.name.length + 1) ?? '';
    case 'cookies':
      return pairs.join('; ');
    case 'text':
      return text.trim();
  }
}
