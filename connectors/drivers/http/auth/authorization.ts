import { createHash } from 'node:crypto';
import { ConnectorError } from '../../../../core/connector-error.ts';
import type { JsonObject } from '../../../../core/json.ts';
import type { Connector } from '../../../kit/define.ts';
import { compilePolicy } from '../../shared/egress/policy.ts';
import { FaultError, toConnectorError } from '../../../kit/fault.ts';
import { type BaseUrl, createHostCheck, findBaseUrl, toOwnAddress } from '../base-url.ts';
import { refuseRequest } from '../../shared/refuse-request.ts';
import type { SessionContext } from '../../shared/session.ts';
import { pickPublicFields, validateConfig } from '../../../kit/validate.ts';
import type { AuthorizeRequest, OauthApplication } from '../../../kit/auth/application.ts';
import { fillFrom } from './fill.ts';
import type { AuthMethod } from '../../../kit/auth/methods.ts';
import { exchangeCode } from './obtain-oauth.ts';
import { readTlsIdentity } from './tls-identity.ts';
import { openTokenEndpoints } from './token-endpoints.ts';
import { toRefusedError, type Tokens } from '../../shared/token-store.ts';

/** An auth method that a person authorizes in the browser. */
export interface CodeMethod extends AuthMethod {
  apply: OauthApplication & { authorize: AuthorizeRequest };
}

/** The method of that id, if a person authorizes it in the browser. */
export function findCodeMethod(connector: Connector, authMethod: string): CodeMethod | undefined {
  return connector.auth.find(
    (method): method is CodeMethod =>
      method.id === authMethod && method.apply.kind === 'oauth2_code' && method.apply.authorize !== undefined,
  );
}

/** What an authorization request says besides what its method does. */
export interface Asked {
  credentials: JsonObject;
  config: JsonObject;
  /** The connection's address, which stands in for the vendor's. */
  base?: Pick<BaseUrl, 'url' | 'vendorUrl'>;
  redirectUri: string;
  state: string;
  /** Kept secret until the code is exchanged. @see https://www.rfc-editor.org/rfc/rfc7636#section-4.1 */
  codeVerifier: string;
}

/**
 * The address that a person's browser is sent to. Of the credentials, only what is no secret may stand in it.
 *
 * @returns `undefined` where the filled template is no web address.
 */
export function toAuthorizeUrl(method: CodeMethod, asked: Asked): string | undefined {
  const { authorize, clientId } = method.apply;
  const fill = fillFrom({ form: pickPublicFields(method, asked.credentials), config: asked.config });
  const filled = fill(authorize.url);
  const url = URL.parse(asked.base === undefined ? filled : toOwnAddress(filled, asked.base));
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const parameters: Record<string, string> = {
    response_type: 'code',
    client_id: fill(clientId),
    redirect_uri: asked.redirectUri,
    [authorize.scopeParameter]: authorize.scopes.map(fill).filter(Boolean).join(authorize.scopeSeparator),
    state: asked.state,
    ...(authorize.pkce ? { code_challenge: challenge(asked.codeVerifier), code_challenge_method: 'S256' } : {}),
  };
  for (const [name, value] of Object.entries(authorize.parameters)) parameters[name] = fill(value);
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value);
  return url.href;
}

function challenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

export type CallbackCode = { ok: true; code: string; kept: Record<string, string> } | { ok: false; message: string };

/**
 * Reads the query of a callback: the code, and what the method keeps of the rest.
 *
 * @returns a message for people where the person or the server said no, or the answer is of another server.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 and https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 */
export function readCallback({ apply }: CodeMethod, parameters: Readonly<Record<string, string>>): CallbackCode {
  const { issuer, keep } = apply.authorize;
  const { code = '', error, iss } = parameters;
  // Where the server names itself, another name or none means that the answer was meant for somebody else.
  if (issuer !== undefined && iss !== issuer) {
    return { ok: false, message: 'The answer comes from another authorization server.' };
  }
  if (error !== undefined) return { ok: false, message: 'The authorization was not given.' };
  if (code === '') return { ok: false, message: 'code is required.' };
  const kept = keep.flatMap((name) => {
    const value = parameters[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ok: true, code, kept: Object.fromEntries(kept) };
}

/** What a callback brought. */
export interface Callback {
  code: string;
  redirectUri: string;
  codeVerifier: string;
  /** Parameters that the method keeps, by name. */
  kept: Readonly<Record<string, string>>;
}

/**
 * Changes the code of a callback into tokens.
 *
 * @returns the tokens, and the configuration with what the system said of itself (its own address, above all).
 * @throws {ConnectorError} `auth_invalid` when the system refuses the code; `config` when what it says fits no form.
 */
export async function exchangeAuthorization(
  connector: Connector,
  context: Pick<SessionContext, 'config' | 'auth' | 'egress' | 'clock'>,
  callback: Callback,
): Promise<{ tokens: Tokens; config: JsonObject }> {
  const place = { connectorId: connector.id, operation: 'authorize' };
  const { config, clock } = context;
  const method = findCodeMethod(connector, context.auth.method);
  if (connector.transport !== 'http' || method === undefined) {
    throw new ConnectorError('config', 'The connector has no such way to be authorized.', place);
  }
  const form = context.auth.credentials.reveal();
  const base = findBaseUrl(connector.http, { config, auth: pickPublicFields(method, form) });
  const endpoints = openTokenEndpoints(method, {
    policy: compilePolicy(context.egress),
    tls: readTlsIdentity(method, form),
    isAllowed: createHostCheck(base, base.url),
    clock,
  });
  try {
    const scope = { form, config, obtained: callback.kept };
    const { call } = endpoints;
    const toAddress = (address: string): string => toOwnAddress(address, base);
    const parameters = {
      code: callback.code,
      redirect_uri: callback.redirectUri,
      ...(method.apply.authorize.pkce ? { code_verifier: callback.codeVerifier } : {}),
    };
    const obtained = await exchangeCode(method.apply, scope, { call, clock, toAddress }, parameters);
    if (obtained.outcome === 'refused') throw toRefusedError(obtained.refusal);
    return { tokens: obtained.tokens, config: completeConfig(connector, method, config, obtained.tokens) };
  } catch (error) {
    throw error instanceof FaultError ? toConnectorError(error.fault, place) : error;
  } finally {
    await endpoints.close();
  }
}

function completeConfig(connector: Connector, method: CodeMethod, config: JsonObject, tokens: Tokens): JsonObject {
  const fill = fillFrom({ form: {}, config, obtained: tokens.values });
  const told = Object.entries(method.apply.authorize.config).map(([name, text]): [string, string] => [
    name,
    fill(text),
  ]);
  const known = told.filter(([, value]) => value !== '');
  const checked = validateConfig(connector, { ...config, ...Object.fromEntries(known) });
  if (!checked.ok) throw refuseRequest(connector, 'authorize', checked.errors);
  return checked.value;
}
