import type { DriverContext } from '../shared/driver-session.ts';
import type { SnmpConnection } from './connection.ts';
import type { SnmpSettings } from '../../kit/snmp/settings.ts';

/** What the sources and targets of a session need. */
export interface SnmpContext extends DriverContext {
  settings: SnmpSettings;
  connection: SnmpConnection;
}
