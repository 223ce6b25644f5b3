import type { DriverContext } from '../shared/driver-session.ts';
import type { SnmpConnection } from './connection.ts';
import type { SnmpSettings } from '../../kit/snmp/settings.ts';

/** A session's parts, as its sources and targets need them. */
export interface SnmpContext extends DriverContext {
  settings: SnmpSettings;
  connection: SnmpConnection;
}
