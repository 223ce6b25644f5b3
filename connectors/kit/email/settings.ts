import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { z } from 'zod';
import { hostName, pemCertificates } from '../fields.ts';
import type { JsonObject } from '../../../core/json.ts';
import { Secret } from '../../../core/secret.ts';
import { type AuthMethod, plainText, secretText } from '../auth/methods.ts';

const encryptions = ['tls', 'starttls', 'disable'] as const;

type Encryption = (typeof encryptions)[number];

const host = hostName;
const port = z.int().min(1).max(65_535);

function encryption(protocol: string, help: string): z.ZodDefault<z.ZodEnum<{ [name in Encryption]: name }>> {
  return z
    .enum(encryptions)
    .default('tls')
    .meta({ title: `Encryption of ${protocol}`, help, destination: true });
}

/** The configuration that the e-mail transport reads: one or both of the servers. */
export const emailConfig = z.strictObject({
  imap_host: host.optional().meta({
    title: 'IMAP host',
    help: 'For reading. Left out where messages are only sent.',
    example: 'imap.example.com',
    destination: true,
  }),
  imap_port: port
    .optional()
    .meta({ title: 'IMAP port', help: '993 with tls, else 143, where it is left out.', destination: true }),
  imap_encryption: encryption('IMAP', 'disable is for private networks that the operator of the hub opened.'),
  smtp_host: host.optional().meta({
    title: 'SMTP host',
    help: 'For sending. Left out where messages are only read.',
    example: 'smtp.example.com',
    destination: true,
  }),
  smtp_port: port
    .optional()
    .meta({ title: 'SMTP port', help: '465 with tls, else 587, where it is left out.', destination: true }),
  smtp_encryption: encryption('SMTP', 'disable is for private networks that the operator of the hub opened.'),
  ca_certificate: pemCertificates
    .optional()
    .meta({ title: 'Certificate authority (PEM), where it is not a public one', destination: true }),
  from: z.email().optional().meta({ title: 'Sender of messages that name none', example: 'hub@example.com' }),
});

const form = z.strictObject({ user: plainText('User'), password: secretText('Password') });

export function mailboxPasswordAuth(): AuthMethod {
  const setup = 'Where the provider asks for a second factor, make an application password for the hub.';
  return { id: 'password', title: 'User and password', credentials: form, setup, apply: { kind: 'driver_login' } };
}

/** One of the two servers. */
export interface MailServer {
  host: string;
  port: number;
  encryption: Encryption;
  /** For `tls.connect`; unused without encryption. */
  tls: ConnectionOptions;
}

export interface EmailSettings {
  connectorId: string;
  imap: MailServer | undefined;
  smtp: MailServer | undefined;
  from: string | undefined;
  login: Secret<{ user: string; password: string }>;
}

/** One question; a page of messages; a message and its answer; and a whole batch of them. */
export const operationTimeoutMs = 8000;
export const pageTimeoutMs = 20_000;
export const sendTimeoutMs = 20_000;
export const writeTimeoutMs = 40_000;

/**
 * How long a lease has to outlast the beginning of a message. Servers may answer later, since they examine it first;
 * that harms nobody, since messages replace nothing and are not looked up.
 */
export const deliveryTimeoutMs = 9000;

/** @see https://www.rfc-editor.org/rfc/rfc8314#section-3 */
const ports = {
  imap: { tls: 993, starttls: 143, disable: 143 },
  smtp: { tls: 465, starttls: 587, disable: 587 },
} as const;

export function toEmailSettings(
  connectorId: string,
  config: JsonObject,
  credentials: Secret<JsonObject>,
): EmailSettings {
  const given = emailConfig.parse(config);
  const { user, password } = form.parse(credentials.reveal());
  const toServer = (protocol: 'imap' | 'smtp'): MailServer | undefined => {
    const name = given[`${protocol}_host`];
    if (name === undefined) return undefined;
    const means = given[`${protocol}_encryption`];
    const ca = given.ca_certificate;
    const tls = {
      host: name,
      ...(isIP(name) === 0 ? { servername: name } : {}),
      ...(ca === undefined ? {} : { ca }),
    };
    return { host: name, port: given[`${protocol}_port`] ?? ports[protocol][means], encryption: means, tls };
  };
  return {
    connectorId,
    imap: toServer('imap'),
    smtp: toServer('smtp'),
    from: given.from,
    login: new Secret({ user, password }),
  };
}
