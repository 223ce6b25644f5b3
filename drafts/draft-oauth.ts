import type { JsonObject } from '../core/json.ts';
import { messages } from '../core/messages.ts';
import { toObject, toText } from './json-reading.ts';

/** A way to sign in, and what is to be looked at about it. */
export interface SignIn {
  method: JsonObject;
  notes?: readonly { code: string; message: string }[] | undefined;
}

/** Why a way to sign in is not in the draft. */
export interface LeftOut {
  /** A word of the document's format: the name of the flow. */
  what: string;
  reason: keyof typeof messages.draftAuthReasons;
}

type Flow = (flow: JsonObject, address: string) => SignIn | { reason: LeftOut['reason'] };

/** Flows by their names of OpenAPI 3, with those of Swagger 2. @see https://spec.openapis.org/oas/v3.0.3#oauth-flows-object */
const flows: Readonly<Record<string, { swagger: string; draft: Flow }>> = {
  clientCredentials: { swagger: 'application', draft: draftClient },
  authorizationCode: { swagger: 'accessCode', draft: draftCode },
  password: { swagger: 'password', draft: draftPassword },
  implicit: { swagger: 'implicit', draft: () => ({ reason: 'implicit' }) },
};

/** Ways to sign in of a scheme of OAuth 2.0; Swagger 2.0 has one flow, beside its name. */
export function draftOauth(scheme: JsonObject, address: string): { ways: SignIn[]; leftOut: LeftOut[] } {
  const stated = toObject(scheme['flows']);
  const named = toText(scheme['flow']);
  const ways: SignIn[] = [];
  const leftOut: LeftOut[] = [];
  for (const [what, { swagger, draft }] of Object.entries(flows)) {
    const flow = stated[what] === undefined ? (named === swagger ? scheme : undefined) : toObject(stated[what]);
    if (flow === undefined) continue;
    const drafted = draft(flow, address);
    if ('reason' in drafted) leftOut.push({ what, ...drafted });
    else ways.push(drafted);
  }
  return { ways, leftOut: ways.length + leftOut.length > 0 ? leftOut : [{ what: 'oauth2', reason: 'unsupported' }] };
}

function draftClient(flow: JsonObject, address: string): ReturnType<Flow> {
  const token = readAddress(flow['tokenUrl'], address);
  if ('reason' in token) return token;
  return { method: { kind: 'oauth2_client_credentials', tokenUrl: token.url }, notes: token.notes };
}

function draftCode(flow: JsonObject, address: string): ReturnType<Flow> {
  const token = readAddress(flow['tokenUrl'], address);
  if ('reason' in token) return token;
  const authorize = readAddress(flow['authorizationUrl'], address);
  if ('reason' in authorize) return { reason: 'no_authorization_url' };
  const method = {
    kind: 'oauth2_code',
    tokenUrl: token.url,
    authorize: { url: authorize.url, scopes: toScopes(flow) },
  };
  return { method, notes: token.notes };
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-4.3 */
function draftPassword(flow: JsonObject, address: string): ReturnType<Flow> {
  const token = readAddress(flow['tokenUrl'], address);
  if ('reason' in token) return token;
  const method = {
    kind: 'session_login',
    title: 'User name and password',
    credentials: {
      type: 'object',
      properties: {
        username: { type: 'string', title: 'User name' },
        password: { type: 'string', title: 'Password', 'x-secret': true },
      },
      required: ['username', 'password'],
    },
    login: {
      method: 'POST',
      url: token.url,
      body: {
        format: 'form',
        values: { grant_type: 'password', username: '{username}', password: '{password}' },
      },
    },
    extract: { token: { from: 'body', path: 'access_token' } },
    expiresPath: 'expires_in',
    places: [{ in: 'header', name: 'Authorization', value: 'Bearer {$token}' }],
  };
  return { method, notes: [...token.notes, { code: 'client_unknown', message: messages.draftPasswordClient }] };
}

function toScopes(flow: JsonObject): string[] {
  return Object.keys(toObject(flow['scopes']))
    .filter((scope) => /^[^\s{}]{1,200}$/.test(scope))
    .slice(0, 100);
}

type Address = { url: string; notes: NonNullable<SignIn['notes']> } | { reason: LeftOut['reason'] };

/** An address of the document: an https address, or one relative to the system. */
function readAddress(value: JsonObject[string] | undefined, address: string): Address {
  const text = toText(value);
  if (text === '') return { reason: 'no_token_url' };
  if (/^https:\/\/[^\s{}?#@]+$/.test(text)) return { url: text, notes: [] };
  if (!/^\/?[\w.~-]+(?:\/[\w.~-]+)*\/?$/.test(text) || text.split('/').includes('..')) {
    return { reason: 'insecure_token_url' };
  }
  const notes = [{ code: 'token_address_guessed', message: messages.draftTokenAddress }];
  return { url: `${address}/${text.replace(/^\//, '')}`, notes };
}
