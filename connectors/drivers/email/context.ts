import type { DriverContext } from '../shared/driver-session.ts';
import type { Fault } from '../../kit/fault.ts';
import type { ImapConnection } from './imap-connection.ts';
import type { EmailSettings, MailServer } from '../../kit/email/settings.ts';
import type { SmtpConnection } from './smtp-connection.ts';

/** A server of the connection, and how to reach it. */
export interface Reached<Connection> {
  server: MailServer;
  connection: Connection;
}

/** What the sources and targets of a session need. */
export interface EmailContext extends DriverContext {
  settings: EmailSettings;
  imap: Reached<ImapConnection> | undefined;
  smtp: Reached<SmtpConnection> | undefined;
}

/** The fault for a protocol whose server is not configured. */
export function notConfigured(protocol: 'IMAP' | 'SMTP'): Fault {
  return { kind: 'config', message: `The connection has no ${protocol} server: name its host in the configuration.` };
}
