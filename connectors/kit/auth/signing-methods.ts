import { z } from 'zod';
import type { HmacScheme, Oauth1Application, Sigv4Application } from './application.ts';
import { type AuthMethod, type Details, plainText, secretText, type TlsFields } from './methods.ts';

/** Ways to sign in that sign each request, or the connection that it is sent over. */

/** The fields that every cloud needs. */
export const accessKeyForm = {
  access_key_id: plainText('Access key id'),
  secret_access_key: secretText('Secret access key'),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'Must be a region, of lower-case letters, digits and hyphens: eu-central-1.')
    .meta({ title: 'Region', example: 'eu-central-1' }),
};

const role = {
  session_token: secretText('Session token', 'Only with temporary keys.').optional(),
  role_arn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/,
      'Must be the ARN of a role: arn:aws:iam::123456789012:role/integration-hub.',
    )
    .optional()
    .meta({ title: 'Role to take on', example: 'arn:aws:iam::123456789012:role/integration-hub' }),
  external_id: plainText('External id', "As the role's trust policy asks.").optional(),
};

/** AWS access keys. @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html */
export function sigv4Auth(details: Details & Pick<Sigv4Application, 'service'>): AuthMethod {
  const { service, ...rest } = details;
  return {
    id: 'access_key',
    title: 'Access key',
    credentials: z.strictObject(accessKeyForm),
    ...rest,
    apply: { kind: 'sigv4', service, stsUrl },
  };
}

/** @see https://docs.aws.amazon.com/general/latest/gr/sts.html */
const stsUrl = 'https://sts.{region}.amazonaws.com/';

/** Like `sigv4Auth`, and also with temporary keys, or with a role that the keys assume. */
export function sigv4RoleAuth(details: Details & Pick<Sigv4Application, 'service'> & { stsUrl?: string }): AuthMethod {
  const { service, stsUrl: url = stsUrl, ...rest } = details;
  return {
    id: 'access_key',
    title: 'Access key',
    credentials: z.strictObject({ ...accessKeyForm, ...role }),
    ...rest,
    apply: { kind: 'sigv4', service, stsUrl: url },
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc7616 */
export function digestAuth(details: Details & { username?: string; password?: string } = {}): AuthMethod {
  const { username = '{username}', password = '{password}', ...rest } = details;
  return {
    id: 'digest',
    title: 'User name and password (digest)',
    credentials: z.strictObject({ username: plainText('User name'), password: secretText('Password') }),
    ...rest,
    apply: { kind: 'digest', username, password },
  };
}

/**
 * A consumer's and a token's keys; NetSuite calls it token-based authentication. @see
 * https://www.rfc-editor.org/rfc/rfc5849
 */
export function oauth1Auth(
  details: Details & Partial<Pick<Oauth1Application, 'algorithm' | 'realm'>> = {},
): AuthMethod {
  const { algorithm = 'HMAC-SHA256', realm = '', ...rest } = details;
  return {
    id: 'oauth1',
    title: 'OAuth 1.0 keys',
    credentials: z.strictObject({
      consumer_key: plainText('Consumer key'),
      consumer_secret: secretText('Consumer secret'),
      token: plainText('Token'),
      token_secret: secretText('Token secret'),
    }),
    ...rest,
    apply: {
      kind: 'oauth1',
      algorithm,
      realm,
      consumerKey: '{consumer_key}',
      consumerSecret: '{consumer_secret}',
      token: '{token}',
      tokenSecret: '{token_secret}',
    },
  };
}

const hmacForms: Readonly<Record<HmacScheme, z.ZodObject>> = {
  akamai_edgegrid: z.strictObject({
    client_token: secretText('Client token'),
    client_secret: secretText('Client secret'),
    access_token: secretText('Access token'),
  }),
  duo_v2: z.strictObject({ integration_key: plainText('Integration key'), secret_key: secretText('Secret key') }),
  duo_v5: z.strictObject({ integration_key: plainText('Integration key'), secret_key: secretText('Secret key') }),
};

/** A vendor's own signature of requests. */
export function hmacAuth(details: Details & { scheme: HmacScheme }): AuthMethod {
  const { scheme, ...rest } = details;
  return {
    id: scheme,
    title: 'API credentials',
    credentials: hmacForms[scheme],
    ...rest,
    apply: { kind: 'hmac', scheme },
  };
}

const certificateFields: Required<TlsFields> = {
  certificate: 'client_certificate',
  key: 'client_key',
  authorities: 'ca_certificate',
  passphrase: 'client_key_passphrase',
};

const pem = (title: string): z.ZodString => secretText(title, 'PEM.').max(65_536);

/** The field of an authority that is no public one, as self-hosted systems have. */
const authorityForm = {
  ca_certificate: z
    .string()
    .max(262_144)
    .optional()
    .meta({ title: "Authority of the system's certificate", help: 'PEM; only where it is not a public one.' }),
};

/** Fields of a client certificate, to be spread into the form of a method that has other credentials, too. */
export const certificateForm = {
  client_certificate: z.string().min(1).max(65_536).meta({ title: 'Client certificate', help: 'PEM, with its chain.' }),
  client_key: pem('Private key of the certificate'),
  client_key_passphrase: secretText('Passphrase of the key').optional(),
  ...authorityForm,
};

/** A client certificate alone. */
export function mtlsAuth(details: Details = {}): AuthMethod {
  return withCertificate({
    id: 'mtls',
    title: 'Client certificate',
    credentials: z.strictObject({}),
    ...details,
    apply: { kind: 'mtls' },
  });
}

/** The same method, over connections that show a client certificate as well. */
export function withCertificate(method: AuthMethod): AuthMethod {
  return { ...method, credentials: method.credentials.extend(certificateForm), tls: certificateFields };
}

/** The same method, with systems whose certificate a private authority signed. */
export function withAuthority(method: AuthMethod): AuthMethod {
  const credentials = method.credentials.extend(authorityForm);
  return { ...method, credentials, tls: { authorities: certificateFields.authorities } };
}
