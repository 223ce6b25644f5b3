import { z } from 'zod';
import { hostName } from '../fields.ts';
import type { JsonObject } from '../../../core/json.ts';
import { Secret } from '../../../core/secret.ts';
import { type AuthMethod, plainText, secretText } from '../auth/methods.ts';

/** The configuration that the SNMP transport reads. */
export const snmpConfig = z.strictObject({
  host: hostName.meta({ title: 'Host', example: 'switch-1.example.com', destination: true }),
  port: z.int().min(1).max(65_535).default(161).meta({ title: 'Port (UDP)', destination: true }),
  context: z
    .string()
    .min(1)
    .max(32)
    .optional()
    .meta({ title: 'Context (version 3)', help: 'For agents that stand for several devices.' }),
});

const authProtocols = ['sha', 'sha224', 'sha256', 'sha384', 'sha512'] as const;

/** `aes256b` after Blumenthal, `aes256r` after Reeder, as Cisco devices do. */
const privProtocols = ['aes', 'aes256b', 'aes256r'] as const;

const community = z.strictObject({ community: secretText('Community') });

const usm = z.strictObject({
  user: plainText('User'),
  auth_protocol: z.enum(authProtocols).default('sha256').meta({ title: 'Authentication protocol' }),
  auth_password: secretText('Authentication password').min(8),
  priv_protocol: z.enum(privProtocols).default('aes').meta({ title: 'Privacy protocol' }),
  priv_password: secretText('Privacy password').min(8),
});

const signIn = { apply: { kind: 'driver_login' } } as const;

/**
 * Version 3 with authentication and privacy; the two weaker levels, MD5 and DES are not offered.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3414, RFC 7860 (SHA-2) and RFC 3826 (AES)
 */
export function usmAuth(): AuthMethod {
  return { id: 'usm', title: 'Version 3: user, authenticated and encrypted', credentials: usm, ...signIn };
}

/** Version 2c, which sends all in clear. @see https://www.rfc-editor.org/rfc/rfc1901 */
export function communityAuth(): AuthMethod {
  const setup = 'Nothing is encrypted: only for agents in networks that the operator of the hub opened.';
  return { id: 'community', title: 'Version 2c: community', credentials: community, setup, ...signIn };
}

export type SnmpLogin = ({ version: 2 } & z.output<typeof community>) | ({ version: 3 } & z.output<typeof usm>);

export interface SnmpSettings {
  connectorId: string;
  host: string;
  port: number;
  context: string | undefined;
  version: SnmpLogin['version'];
  login: Secret<SnmpLogin>;
}

/** One operation with its repetitions; and one whole batch of writes, which begins nothing that it could not wait for. */
export const operationTimeoutMs = 8000;
export const writeTimeoutMs = 20_000;

/** @throws {z.ZodError} when the credentials are those of no method of this file. */
export function toSnmpSettings(connectorId: string, config: JsonObject, credentials: Secret<JsonObject>): SnmpSettings {
  const given = credentials.reveal();
  const login: SnmpLogin =
    'community' in given ? { version: 2, ...community.parse(given) } : { version: 3, ...usm.parse(given) };
  const { host, port, context } = snmpConfig.parse(config);
  return { connectorId, host, port, context, version: login.version, login: new Secret(login) };
}

/** Names the agent, without credentials, for fingerprints and errors. */
export function toAgentName({ host, port }: SnmpSettings): string {
  return `${host.toLowerCase()}:${port}`;
}
