import type { DriverContext } from '../shared/driver-session.ts';
import type { Fault } from '../../kit/fault.ts';
import type { ImapConnection } from './imap-connection.ts';
import type { EmailSettings, MailServer } from '../../kit/email/settings.ts';
import type { SmtpConnection } from './smtp-connection.ts';

/** A server of the connection, and the way to it. */
export interface Reached<Connection> {
  server: MailServer;
  connection: Connection;
}

/** A session's parts, as its sources and targets need them. */
export interface EmailContext extends DriverContext {
  settings: EmailSettings;
  imap: Reached<ImapConnection> | undefined;
  smtp: Reached<SmtpConnection> | undefined;
}

/** A protocol whose server the configuration does not name. */
export function notConfigured(protocol: 'IMAP' | 'SMTP'): Fault {
  return { kind: 'config', message: `The connection has no ${protocol} server: name its host in the configuration.` };
}
