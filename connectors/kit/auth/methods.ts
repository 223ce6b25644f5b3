import { z } from 'zod';
import type { RequestTemplate } from '../http/operations.ts';
import type { AuthApplication, Placement } from './application.ts';

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

/** One way to sign in: a form, and what is done with it. */
export interface AuthMethod {
  id: string;
  title: string;
  credentials: z.ZodObject;
  apply: AuthApplication;
  /** Fields of the form for TLS: a client certificate, for connections that TLS itself authenticates too, and authorities. */
  tls?: TlsFields;
  /** How to get such credentials, in Markdown. */
  setup?: string;
  /** For credentials without access to the connector's test call: another call, and an object to read, if they can read one. */
  reaches?: { request: RequestTemplate; object?: string };
}

/** Names of form fields; all hold PEM. @see https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2 */
export interface TlsFields {
  /** With `key`; absent: none is shown. */
  certificate?: string;
  key?: string;
  /** Authorities that the system's certificate is checked against instead of the public ones. */
  authorities?: string;
  passphrase?: string;
}

export type Details = Partial<Pick<AuthMethod, 'id' | 'title' | 'credentials' | 'setup' | 'tls'>>;

export function noAuth(): AuthMethod {
  return { id: 'none', title: 'No credentials', credentials: z.strictObject({}), apply: { kind: 'none' } };
}

/** A key in a header, query parameter or cookie; `name` and `value` are templates over the form. */
export function apiKeyAuth(place: { in: Placement['in']; name: string; value?: string } & Details): AuthMethod {
  const { in: where, name, value = '{api_key}', ...details } = place;
  return apiKeysAuth({
    title: 'API key',
    credentials: z.strictObject({ api_key: secretText('API key') }),
    ...details,
    places: [{ in: where, name, value }],
  });
}

/** Several values, each in a place of its own. */
export function apiKeysAuth(given: { places: readonly Placement[]; credentials: z.ZodObject } & Details): AuthMethod {
  const { places, ...details } = given;
  return { id: 'api_key', title: 'API keys', ...details, apply: { kind: 'api_key', places } };
}

/**
 * User name and password, or whatever stands in their place (`{api_key}:x`, `{email}/token:{key}`). @see
 * https://www.rfc-editor.org/rfc/rfc7617
 */
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

export function databasePasswordAuth(details: Details = {}): AuthMethod {
  return {
    id: 'password',
    title: 'Database user and password',
    credentials: z.strictObject({ user: plainText('User'), password: secretText('Password') }),
    ...details,
    apply: { kind: 'database_password' },
  };
}
