import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../../core/json.ts';
import type { Connector } from '../../../kit/connector.ts';
import { pickPublicFields } from '../../../kit/validate.ts';
import { type BaseUrl, toOwnAddress } from '../base-url.ts';
import type { AuthorizeRequest, OauthApplication } from '../../../kit/auth/application.ts';
import { fillFrom } from './fill.ts';
import type { AuthMethod } from '../../../kit/auth/methods.ts';

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

/** The values of an authorization request that its method does not define. */
export interface AuthorizationRequest {
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
export function toAuthorizeUrl(method: CodeMethod, asked: AuthorizationRequest): string | undefined {
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
 * @returns a message for people where the person or the server refused, or the response comes from another server.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 and https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 */
export function readCallback({ apply }: CodeMethod, parameters: Readonly<Record<string, string>>): CallbackCode {
  const { issuer, keep } = apply.authorize;
  const { code = '', error, iss } = parameters;
  // Where the server names itself, a different or missing name means that the response was meant for another client
  // (mix-up attack).
  if (issuer !== undefined && iss !== issuer) {
    return {
      ok: false,
      message: 'The response comes from another authorization server. Start the authorization again.',
    };
  }
  if (error !== undefined) return { ok: false, message: 'The user denied authorization.' };
  if (code === '') return { ok: false, message: 'code is required.' };
  const kept = keep.flatMap((name) => {
    const value = parameters[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ok: true, code, kept: Object.fromEntries(kept) };
}
