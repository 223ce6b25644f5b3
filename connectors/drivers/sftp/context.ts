import type { DriverContext } from '../shared/driver-session.ts';
import type { SftpConnection, SftpSettings } from './connection.ts';

/** What the sources and targets of a session need. */
export interface SftpContext extends DriverContext {
  settings: SftpSettings;
  connection: SftpConnection;
}
