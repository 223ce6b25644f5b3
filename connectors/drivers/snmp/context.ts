import type { Clock } from '../../../core/clock.ts';
import type { ConnectorError } from '../../../core/connector-error.ts';
import type { Fault } from '../../kit/fault.ts';
import type { SnmpConnection } from './connection.ts';
import type { SnmpSettings } from '../../kit/snmp/settings.ts';

/** A session's parts, as its sources and targets need them. */
export interface SnmpContext {
  settings: SnmpSettings;
  connection: SnmpConnection;
  clock: Clock;
  /** Waits for the connection's budget of calls. @throws {ConnectorError} `rate_limited` */
  takeTurn(signal?: AbortSignal): Promise<void>;
  toError(operation: string, fault: Fault): ConnectorError;
}
