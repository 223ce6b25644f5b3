import type { Clock } from '../../../core/clock.ts';
import type { ConnectorError } from '../../../core/connector-error.ts';
import type { CompiledPolicy } from '../shared/egress/policy.ts';
import type { Fault } from '../../kit/fault.ts';
import type { LdapConnection } from './connection.ts';
import type { LdapSettings } from '../../kit/ldap/settings.ts';

/** A session's parts, as its sources and targets need them. */
export interface LdapContext {
  settings: LdapSettings;
  policy: CompiledPolicy;
  /** For everything but paged searches, which keep one of their own. */
  connection: LdapConnection;
  clock: Clock;
  /** Waits for the connection's budget of calls. @throws {ConnectorError} `rate_limited` */
  takeTurn(signal?: AbortSignal): Promise<void>;
  toError(operation: string, fault: Fault): ConnectorError;
}
