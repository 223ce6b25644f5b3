import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { z } from 'zod';
import { hostName, pemCertificates } from '../fields.ts';
import type { Secret } from '../../../core/secret.ts';
import { type AuthMethod, plainText, secretText } from '../auth/methods.ts';

/** The configuration that the LDAP transport reads; connectors on it take this shape or extend it. */
export const ldapConfig = z.strictObject({
  host: hostName.meta({ title: 'Host', example: 'ldap.example.com', destination: true }),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .meta({ title: 'Port', help: '636 with ldaps, else 389, where it is left out.', destination: true }),
  encryption: z.enum(['ldaps', 'starttls', 'disable']).default('ldaps').meta({
    title: 'Encryption',
    destination: true,
    help: 'disable is for private networks that the operator of the hub opened.',
  }),
  ca_certificate: pemCertificates
    .optional()
    .meta({ title: 'Certificate authority (PEM), where it is not a public one', destination: true }),
  base_dn: z.string().min(1).max(1024).meta({ title: 'Base of all searches', example: 'dc=example,dc=com' }),
});

export interface LdapSettings {
  connectorId: string;
  host: string;
  port: number;
  baseDn: string;
  encryption: 'ldaps' | 'starttls' | 'disable';
  /** For `tls.connect`; unused without encryption. */
  tls: ConnectionOptions;
  login: Secret<{ bindDn: string; password: string }>;
}

/** One operation of the directory; and one whole batch of writes, which begins nothing that it could not wait for. */
export const operationTimeoutMs = 8000;
export const writeTimeoutMs = 20_000;

/** @see https://www.rfc-editor.org/rfc/rfc4516#section-2 */
const ports = { ldaps: 636, starttls: 389, disable: 389 } as const;

export function toLdapSettings(
  connectorId: string,
  config: z.output<typeof ldapConfig>,
  login: LdapSettings['login'],
): LdapSettings {
  const { host, encryption, port = ports[encryption], base_dn: baseDn, ca_certificate: ca } = config;
  const tls = { host, ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca === undefined ? {} : { ca }) };
  return { connectorId, host, port, baseDn, encryption, tls, login };
}

/** Names the directory, without credentials, for fingerprints and errors. */
export function toDirectoryName({ host, port }: LdapSettings): string {
  return `${host.toLowerCase()}:${port}`;
}

/** A simple bind. @see https://www.rfc-editor.org/rfc/rfc4513#section-5.1.3 */
export function ldapBindAuth(details: Pick<AuthMethod, 'setup'> & { help: string }): AuthMethod {
  const { help, ...rest } = details;
  return {
    id: 'bind',
    title: 'Name and password',
    credentials: z.strictObject({ bind_dn: plainText('Name to bind with', help), password: secretText('Password') }),
    apply: { kind: 'driver_login' },
    ...rest,
  };
}
