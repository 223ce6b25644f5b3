import type { Clock } from '../../../core/clock.ts';
import type { ConnectorError } from '../../../core/connector-error.ts';
import type { Fault } from '../../kit/fault.ts';
import type { SftpConnection, SftpSettings } from './connection.ts';

/** A session's parts, as its sources and targets need them. */
export interface SftpContext {
  settings: SftpSettings;
  connection: SftpConnection;
  clock: Clock;
  /** Waits for the connection's budget of calls. @throws {ConnectorError} `rate_limited` */
  takeTurn(signal?: AbortSignal): Promise<void>;
  toError(operation: string, fault: Fault): ConnectorError;
}
