import { z } from 'zod';

/** A field of a credential form that must never be shown again. */
export function secretText(title: string, help?: string): z.ZodString {
  return z
    .string()
    .min(1)
    .max(8192)
    .meta({ title, secret: true, ...(help === undefined ? {} : { help }) });
}

/** A field of a credential form that may be shown. */
export function plainText(title: string, help?: string): z.ZodString {
  return z
    .string()
    .min(1)
    .max(1024)
    .meta({ title, ...(help === undefined ? {} : { help }) });
}

/** How a method's credentials get into a request. Texts are templates over the credential form. */
export type AuthApplication =
  | { kind: 'none' }
  | { kind: 'api_key'; in: 'header' | 'query'; name: string; value: string }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'bearer'; scheme: string; token: string }
  /** Fields of the form have the names of SPEC §2.3. */
  | { kind: 'sigv4'; service: string }
  | { kind: 'database_password' };

export type AuthKind = AuthApplication['kind'];

/** One way to sign in: a form, and what is done with it. */
export interface AuthMethod {
  id: string;
  title: string;
  credentials: z.ZodObject;
  apply: AuthApplication;
  /** How to get such credentials, in Markdown. */
  setup?: string;
}

type Details = Partial<Pick<AuthMethod, 'id' | 'title' | 'credentials' | 'setup'>>;

export function noAuth(): AuthMethod {
  return { id: 'none', title: 'No credentials', credentials: z.strictObject({}), apply: { kind: 'none' } };
}

/** A key in a header or query parameter; `name` and `value` are templates over the form. */
export function apiKeyAuth(place: { in: 'header' | 'query'; name: string; value?: string } & Details): AuthMethod {
  const { in: where, name, value = '{api_key}', ...details } = place;
  return {
    id: 'api_key',
    title: 'API key',
    credentials: z.strictObject({ api_key: secretText('API key') }),
    ...details,
    apply: { kind: 'api_key', in: where, name, value },
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc7617 */
export function basicAuth(details: Details & { username?: string; password?: string } = {}): AuthMethod {
  const { username = '{username}', password = '{password}', ...rest } = details;
  return {
    id: 'basic',
    title: 'User name and password',
    credentials: z.strictObject({ username: plainText('User name'), password: secretText('Password') }),
    ...rest,
    apply: { kind: 'basic', username, password },
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc6750 */
export function bearerAuth(details: Details & { scheme?: string; token?: string } = {}): AuthMethod {
  const { scheme = 'Bearer', token = '{token}', ...rest } = details;
  return {
    id: 'bearer',
    title: 'Bearer token',
    credentials: z.strictObject({ token: secretText('Token') }),
    ...rest,
    apply: { kind: 'bearer', scheme, token },
  };
}

/** AWS access keys, in the form of SPEC §2.3. @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html */
export function sigv4Auth(details: Details & { service: string }): AuthMethod {
  const { service, ...rest } = details;
  return {
    id: 'access_key',
    title: 'Access key',
    credentials: z.strictObject({
      access_key_id: plainText('Access key id'),
      secret_access_key: secretText('Secret access key'),
      region: z
        .string()
        .regex(/^[a-z0-9-]{1,64}$/)
        .meta({ title: 'Region', example: 'eu-central-1' }),
    }),
    ...rest,
    apply: { kind: 'sigv4', service },
  };
}

export function databasePasswordAuth(details: Details = {}): AuthMethod {
  return {
    id: 'password',
    title: 'Database user and password',
    credentials: z.strictObject({ user: plainText('User'), password: secretText('Password') }),
    ...details,
    apply: { kind: 'database_password' },
  };
}
