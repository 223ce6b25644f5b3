import type { DriverContext } from '../shared/driver-session.ts';
import type { SftpConnection, SftpSettings } from './connection.ts';

/** A session's parts, as its sources and targets need them. */
export interface SftpContext extends DriverContext {
  settings: SftpSettings;
  connection: SftpConnection;
}
