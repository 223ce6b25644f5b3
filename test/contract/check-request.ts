import type { AuthMethod } from '../../connectors/kit/auth/methods.ts';
import { parseJson } from '../../connectors/kit/type-guards.ts';
import type { Json } from '../../core/json.ts';
import type { Contract, ContractOperation, ContractParameter, SecurityScheme } from '../../tools/contract/contract.ts';
import { fitsPath } from '../../tools/contract/match-path.ts';
import type { Problem, Rule } from './problem.ts';
import { readQuery, type SentParameter } from './read-query.ts';
import type { Validate } from './schema-validator.ts';
import type { JudgedRequest } from './judged-request.ts';

/** L1: is a request one that the description allows? Credentials in the query are known by their names. */
export function checkRequest(
  operation: ContractOperation,
  request: JudgedRequest,
  validate: Validate,
  credentialNames: readonly string[],
): Omit<Problem, 'use'>[] {
  const problems: Omit<Problem, 'use'>[] = [];
  const report = (rule: Rule, detail: string): void => void problems.push({ rule, detail });
  const { method, url } = request;
  if (method !== operation.method || !fitsPath(operation.path, decodeURI(url.pathname))) {
    report('route', `${method} ${url.pathname} is not ${operation.method} ${operation.path}.`);
  }
  const query = readQuery(operation, request);
  for (const parameter of operation.parameters) {
    const isCredential = credentialNames.includes(parameter.name.toLowerCase());
    if (parameter.required && !isCredential && !isSent(parameter, request, query)) {
      report('required-parameters', toPlace(parameter));
    }
  }
  for (const { name, parameter, readings } of query) {
    if (parameter === undefined) {
      if (!credentialNames.includes(name.toLowerCase())) report('known-parameters', `query ${name}`);
    } else if (!readings.some((value) => validate(parameter.schema, value).length === 0)) {
      report('parameter-values', `query ${name}`);
    }
  }
  for (const problem of checkBody(operation, request, validate)) problems.push(problem);
  return problems;
}

function toPlace({ in: place, name }: ContractParameter): string {
  return place === 'header' ? `header ${name.toLowerCase()}` : `${place} ${name}`;
}

/** What the client itself sets, or the credentials. */
const ownHeaders = new Set(['accept', 'accept-encoding', 'authorization', 'content-type', 'content-length', 'host']);

function isSent(
  { in: place, name }: ContractParameter,
  { headers }: JudgedRequest,
  query: readonly SentParameter[],
): boolean {
  switch (place) {
    case 'query':
      return query.some(({ parameter }) => parameter?.name === name);
    case 'header':
      return ownHeaders.has(name.toLowerCase()) || headers[name.toLowerCase()] !== undefined;
    case 'path':
      return true;
    case 'cookie':
      return headers['cookie'] !== undefined;
  }
}

function checkBody(
  { request }: ContractOperation,
  { headers, body }: JudgedRequest,
  validate: Validate,
): Omit<Problem, 'use'>[] {
  if (body === undefined) {
    return request?.required === true ? [{ rule: 'body', detail: 'It is missing.' }] : [];
  }
  if (request === undefined) return [{ rule: 'body', detail: 'The description knows none.' }];
  const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
  const listed = request.contentTypes.map((given) => (given.split(';')[0] ?? '').toLowerCase());
  const problems: Omit<Problem, 'use'>[] = [];
  if (!listed.includes(type) && !listed.includes('*/*')) {
    problems.push({ rule: 'content-type', detail: `${type} is none of ${listed.join(', ')}.` });
  }
  const value = readBody(type, body);
  const faults = value === undefined ? [] : validate(request.schema, value);
  return [...problems, ...faults.slice(0, 3).map((detail) => ({ rule: 'body' as const, detail }))];
}

/** @returns `undefined` for bodies that schemas do not describe: XML, files. */
function readBody(type: string, body: string): Json | undefined {
  if (/[/+]json$|amz-json/.test(type)) return parseJson(body);
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body));
  return undefined;
}

/** True when one of the ways to sign in is one that the operation takes, or the description does not tell. */
export function acceptsAuth(contract: Contract, { security }: ContractOperation, auth: readonly AuthMethod[]): boolean {
  if (security === undefined || security.length === 0) return true;
  return security.some((names) =>
    names.every((name) => {
      const scheme = contract.security[name];
      return scheme === undefined || auth.some((method) => fitsScheme(method, scheme));
    }),
  );
}

function fitsScheme({ apply }: AuthMethod, scheme: SecurityScheme): boolean {
  const isToken = ['oauth2', 'openIdConnect'].includes(scheme.type) || isHttp(scheme, 'bearer');
  const isAuthorization = scheme.type === 'apiKey' && scheme.name?.toLowerCase() === 'authorization';
  switch (apply.kind) {
    case 'none':
    case 'mtls':
    case 'database_password':
    case 'driver_login':
      return false;
    case 'basic':
      return isHttp(scheme, 'basic') || isAuthorization;
    case 'digest':
      return isHttp(scheme, 'digest') || isAuthorization;
    case 'bearer':
      // Descriptions name schemes of vendors, such as `token`, as they stand in the header.
      return isToken || isAuthorization || isHttp(scheme, apply.scheme.toLowerCase());
    case 'sigv4':
      return scheme.type === 'sigv4';
    // Signatures over the request: descriptions name the header at most.
    case 'oauth1':
    case 'hmac':
      return isAuthorization;
    case 'api_key':
    case 'jwt_self_signed':
    case 'session_login':
    case 'oauth2_code':
    case 'oauth2_client_credentials':
    case 'oauth2_jwt_bearer':
    case 'oauth2_refresh_token':
      return apply.places.some(({ name }) => {
        const isNamed = scheme.type === 'apiKey' && scheme.name?.toLowerCase() === name.toLowerCase();
        return isNamed || (name.toLowerCase() === 'authorization' && isToken);
      });
  }
}

function isHttp({ type, scheme }: SecurityScheme, name: string): boolean {
  return type === 'http' && scheme?.toLowerCase() === name;
}
