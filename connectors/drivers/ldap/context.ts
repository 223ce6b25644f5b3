import type { DriverContext } from '../shared/driver-session.ts';
import type { CompiledPolicy } from '../shared/egress/policy.ts';
import type { LdapConnection } from './connection.ts';
import type { LdapSettings } from '../../kit/ldap/settings.ts';

/** A session's parts, as its sources and targets need them. */
export interface LdapContext extends DriverContext {
  settings: LdapSettings;
  policy: CompiledPolicy;
  /** For everything but paged searches, which keep one of their own. */
  connection: LdapConnection;
}
