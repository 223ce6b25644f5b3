import type { JsonObject } from '../core/json.ts';
import { messages } from '../core/messages.ts';
import { toObject, toText } from './json-reading.ts';

type Note = (path: string, code: string, message: string) => void;

/** Ways to sign in that a document states, each once; a bearer token where it states none. */
export function draftSignIn(document: JsonObject, note: Note): JsonObject[] {
  const stated = toObject(toObject(document['components'])['securitySchemes'] ?? document['securityDefinitions']);
  const schemes = Object.entries(stated).map(([name, scheme]) => [name, toMethods(toObject(scheme))] as const);
  const drafted = schemes.flatMap(([, ways]) => ways);
  const leftOut = schemes.flatMap(([name, ways]) => (ways.length === 0 ? [name] : []));
  const methods = [...new Map(drafted.map((method) => [JSON.stringify(method), method])).values()].slice(0, 10);
  if (leftOut.length > 0) {
    note('auth', 'sign_in_left_out', `${messages.draftAuthUnsupported} (${leftOut.slice(0, 5).join(', ')})`);
  }
  if (methods.length === 0) {
    note('auth', 'sign_in_unknown', messages.draftAuthAsked);
    return [{ kind: 'bearer' }];
  }
  const kinds = methods.map(({ kind }) => kind);
  return methods.map((method, index) =>
    kinds.indexOf(method['kind']) === index ? method : { ...method, id: `${toText(method['kind'])}_${index + 1}` },
  );
}

function toMethods(scheme: JsonObject): JsonObject[] {
  const type = toText(scheme['type']);
  if (type === 'apiKey') return toKey(toText(scheme['in']), toText(scheme['name']));
  if (type === 'basic') return [{ kind: 'basic' }];
  if (type === 'http') return toHttp(toText(scheme['scheme']).toLowerCase());
  return type === 'oauth2' ? toOauth(scheme) : [];
}

function toKey(where: string, name: string): JsonObject[] {
  const isKnown = ['header', 'query', 'cookie'].includes(where) && /^[\w.-]{1,100}$/.test(name);
  return isKnown ? [{ kind: 'api_key', places: [{ in: where, name, value: '{api_key}' }], credentials: keyForm }] : [];
}

const keyForm = {
  type: 'object',
  properties: { api_key: { type: 'string', title: 'API key', 'x-secret': true } },
  required: ['api_key'],
};

function toHttp(scheme: string): JsonObject[] {
  return ['bearer', 'basic', 'digest'].includes(scheme) ? [{ kind: scheme }] : [];
}

/** Swagger 2.0 has one flow, beside its name. */
function toOauth(scheme: JsonObject): JsonObject[] {
  const flows = toObject(scheme['flows']);
  const flow = toText(scheme['flow']);
  const client = toObject(flows['clientCredentials'] ?? (flow === 'application' ? scheme : undefined));
  const code = toObject(flows['authorizationCode'] ?? (flow === 'accessCode' ? scheme : undefined));
  const [clientUrl, codeUrl, authorizeUrl] = [client['tokenUrl'], code['tokenUrl'], code['authorizationUrl']].map(
    toUrl,
  );
  return [
    ...(clientUrl === undefined ? [] : [{ kind: 'oauth2_client_credentials', tokenUrl: clientUrl }]),
    ...(codeUrl === undefined || authorizeUrl === undefined
      ? []
      : [{ kind: 'oauth2_code', tokenUrl: codeUrl, authorize: { url: authorizeUrl, scopes: toScopes(code) } }]),
  ];
}

function toScopes(flow: JsonObject): string[] {
  return Object.keys(toObject(flow['scopes']))
    .filter((scope) => /^[^\s{}]{1,200}$/.test(scope))
    .slice(0, 100);
}

function toUrl(value: JsonObject[string] | undefined): string | undefined {
  const text = toText(value);
  return /^https:\/\/[^\s{}?#@]+$/.test(text) ? text : undefined;
}
