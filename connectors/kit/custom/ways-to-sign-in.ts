import { z } from 'zod';
import { messages } from '../../../core/messages.ts';
import { templateText, valuePath } from '../fields.ts';
import { headerName } from '../http/header-fields.ts';
import { apiKeysAuth, type AuthMethod, basicAuth, bearerAuth, noAuth, secretText } from '../auth/methods.ts';
import {
  digestAuth,
  hmacAuth,
  mtlsAuth,
  oauth1Auth,
  sigv4Auth,
  withAuthority,
  withCertificate,
} from '../auth/signing-methods.ts';
import {
  authorizationCodeAuth,
  clientCredentialsAuth,
  refreshTokenAuth,
  sessionLoginAuth,
} from '../auth/token-methods.ts';
import { addressText } from './addresses.ts';
import { formSchema, toForm } from './forms.ts';

/** Ways to sign in as data: those of the kit, by their names. */

const words = {
  id: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}$/, messages.customNameInvalid)
    .optional(),
  title: z.string().min(1).max(200).optional(),
  setup: z.string().min(1).max(4000).optional(),
};
/**
 * Further fields of the form: `client`, a certificate that connections show, with its key, and an authority; `authority`, that of the
 * system's certificate alone.
 */
const certificate = z.enum(['client', 'authority']).optional();
const facts = { ...words, certificate, credentials: formSchema.optional() };
/** Of ways that sign: their fields are those of the signature. */
const signing = { ...words, certificate };
const texts = z.record(z.string().min(1).max(200), templateText);
/** What the protocol itself sets. */
const ofProtocol = /^(?:host|content-length|transfer-encoding|connection|accept-encoding|te|upgrade)$/i;
const placement = z
  .strictObject({ in: z.enum(['header', 'query', 'cookie']), name: headerName, value: templateText })
  .refine(({ in: where, name }) => where !== 'header' || !ofProtocol.test(name), {
    path: ['name'],
    message: messages.customHeaderReserved,
  });
const places = z.array(placement).min(1).max(10);
const statuses = z.array(z.int().min(400).max(599)).min(1).max(10);

const token = {
  ...facts,
  tokenUrl: addressText,
  refreshUrl: addressText.optional(),
  clientAuth: z.enum(['basic', 'post', 'none']).optional(),
  body: z.enum(['form', 'json']).optional(),
  scope: templateText.optional(),
  parameters: texts.optional(),
  headers: texts.optional(),
  response: z
    .strictObject({
      accessToken: valuePath.optional(),
      refreshToken: valuePath.optional(),
      expiresIn: valuePath.optional(),
      lifetimeS: z.int().min(1).max(31_536_000).optional(),
    })
    .optional(),
  places: places.optional(),
  renewOn: statuses.optional(),
};

const extraction = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('body'), path: valuePath }),
  z.strictObject({ from: z.enum(['header', 'cookie']), name: headerName }),
  z.strictObject({ from: z.enum(['cookies', 'text']) }),
]);
const login = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  url: addressText,
  headers: texts.default({}),
  basic: z.strictObject({ username: templateText, password: templateText }).optional(),
  body: z.strictObject({ format: z.enum(['json', 'form']), values: texts }).optional(),
});

export const authSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('bearer'),
    ...facts,
    scheme: headerName.optional(),
    token: templateText.optional(),
  }),
  z.strictObject({
    kind: z.enum(['basic', 'digest']),
    ...facts,
    username: templateText.optional(),
    password: templateText.optional(),
  }),
  z.strictObject({ kind: z.literal('api_key'), ...facts, places }),
  z.strictObject({ kind: z.literal('mtls'), ...words }),
  z.strictObject({
    kind: z.literal('oauth1'),
    ...signing,
    algorithm: z.enum(['HMAC-SHA1', 'HMAC-SHA256']).optional(),
    realm: z.string().min(1).max(200).optional(),
  }),
  /** `service`: the name that requests are signed for, as of an API behind a gateway: `execute-api`. */
  z.strictObject({ kind: z.literal('sigv4'), ...signing, service: z.string().regex(/^[a-z0-9-]{1,64}$/) }),
  z.strictObject({ kind: z.literal('hmac'), ...signing, scheme: z.enum(['akamai_edgegrid', 'duo_v2', 'duo_v5']) }),
  z.strictObject({ kind: z.enum(['oauth2_client_credentials', 'oauth2_refresh_token']), ...token }),
  z.strictObject({
    kind: z.literal('oauth2_code'),
    ...token,
    authorize: z.strictObject({
      url: addressText,
      scopes: z.array(templateText).max(100).default([]),
      parameters: texts.default({}),
      pkce: z.boolean().default(true),
    }),
  }),
  z.strictObject({
    kind: z.literal('session_login'),
    ...facts,
    credentials: formSchema,
    login,
    logout: login.optional(),
    extract: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, messages.customNameInvalid), extraction),
    lifetimeS: z.int().min(1).max(31_536_000).optional(),
    expiresPath: valuePath.optional(),
    places,
    renewOn: statuses.optional(),
  }),
]);

export type AuthInput = z.output<typeof authSchema>;

/** What leaves out members that are not set: the kit's functions put defaults in place of absent ones only. */
type Present<Value> = { [Key in keyof Value]: Exclude<Value[Key], undefined> };

/** The way to sign in as connectors of the hub have it. */
export function toAuthMethod(given: AuthInput): AuthMethod {
  const method = toPlainMethod(given);
  switch ('certificate' in given ? given.certificate : undefined) {
    case 'client':
      return withCertificate(method);
    case 'authority':
      return withAuthority(method);
    case undefined:
      return method;
  }
}

function toPlainMethod(given: AuthInput): AuthMethod {
  switch (given.kind) {
    case 'none':
      return noAuth();
    case 'bearer':
      return bearerAuth(toDetails(given));
    case 'basic':
      return basicAuth(toDetails(given));
    case 'digest':
      return digestAuth(toDetails(given));
    case 'api_key':
      return apiKeysAuth({ title: 'API key', credentials: keyForm, ...toDetails(given) });
    case 'mtls':
      return mtlsAuth(toDetails(given));
    case 'oauth1':
      return oauth1Auth(toDetails(given));
    case 'sigv4':
      return sigv4Auth({ id: given.kind, ...toDetails(given) });
    case 'hmac':
      return hmacAuth({ id: given.kind, ...toDetails(given) });
    case 'oauth2_client_credentials':
      return clientCredentialsAuth(toToken(given));
    case 'oauth2_refresh_token':
      return refreshTokenAuth(toToken(given));
    case 'oauth2_code':
      return authorizationCodeAuth({ ...toToken(given), authorize: given.authorize });
    case 'session_login':
      return sessionLoginAuth({ ...toDetails(given), credentials: toForm(given.credentials) });
  }
}

const keyForm = z.strictObject({ api_key: secretText('API key') });

interface AnyWay {
  kind: string;
  certificate?: z.output<typeof certificate>;
  credentials?: z.output<typeof formSchema> | undefined;
}

function toDetails<Value extends AnyWay>(
  given: Value,
): Present<Omit<Value, 'kind' | 'certificate' | 'credentials'>> & { credentials?: z.ZodObject } {
  const { kind: _kind, certificate: _certificate, credentials, ...rest } = given;
  return { ...withoutAbsent(rest), ...(credentials === undefined ? {} : { credentials: toForm(credentials) }) };
}

function toToken(given: Extract<AuthInput, { tokenUrl: string }>) {
  const { response, ...details } = toDetails(given);
  return { ...details, ...(response === undefined ? {} : { response: withoutAbsent(response) }) };
}

/** The same object: what it does not have stays absent. */
function withoutAbsent<Value extends object>(value: Value): Present<Value> {
  const present = Object.entries(value).filter(([, member]) => member !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Members are those of the value, without absent ones.
  return Object.fromEntries(present) as Present<Value>;
}
