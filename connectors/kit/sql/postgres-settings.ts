import { isIP } from 'node:net';
import { z } from 'zod';
import { hostName, pemCertificates } from '../fields.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Secret } from '../../../core/secret.ts';
import { toPlainText } from '../type-guards.ts';

/** The configuration that the postgres transport reads; connectors on it take this shape or extend it. */
export const postgresConfig = z.strictObject({
  host: hostName.meta({ title: 'Host', example: 'db.example.com', destination: true }),
  port: z.int().min(1).max(65_535).default(5432).meta({ title: 'Port', destination: true }),
  database: z.string().min(1).max(63).meta({ title: 'Database' }),
  schema: z.string().min(1).max(63).default('public').meta({ title: 'Schema of tables that are named without one' }),
  ssl: z.enum(['verify_full', 'require', 'disable']).default('verify_full').meta({
    title: 'Encryption',
    destination: true,
    help: 'verify_full checks the certificate and its name, require only encrypts, disable is for private networks.',
  }),
  ca_certificate: pemCertificates
    .optional()
    .meta({ title: 'Certificate authority (PEM), where it is not a public one', destination: true }),
});

export interface PostgresSettings {
  connectorId: string;
  host: string;
  port: number;
  database: string;
  schema: string;
  /** For `tls.connect`; `false`: unencrypted. */
  tls: false | { host: string; servername?: string; ca?: string; rejectUnauthorized: boolean };
  login: Secret<{ user: string; password: string }>;
}

/** The end of a statement on the server; a later one is not to be expected. */
export const statementTimeoutMs = 6000;

/** How long we wait for an answer: the server's own end of the statement, and the way back. */
export const answerTimeoutMs = statementTimeoutMs + 1000;

/** Connections of one session, and how long a statement waits for one of them. */
export const connectionsMax = 4;
export const turnTimeoutMs = 2000;

export function toTls(config: z.output<typeof postgresConfig>): PostgresSettings['tls'] {
  if (config.ssl === 'disable') return false;
  const { host, ca_certificate: ca } = config;
  return {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    rejectUnauthorized: config.ssl === 'verify_full',
  };
}

/** Names the database, without credentials, for fingerprints and errors. */
export function toDatabaseName({ host, port, database }: PostgresSettings): string {
  return `${host.toLowerCase()}:${port}/${database}`;
}

export function readLogin(credentials: JsonObject): { user: string; password: string } {
  return { user: toPlainText(credentials['user']), password: toPlainText(credentials['password']) };
}
