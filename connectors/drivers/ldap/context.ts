import type { DriverContext } from '../shared/driver-session.ts';
import type { CompiledPolicy } from '../shared/egress/policy.ts';
import type { LdapConnection } from './connection.ts';
import type { LdapSettings } from '../../kit/ldap/settings.ts';

/** What the sources and targets of a session need. */
export interface LdapContext extends DriverContext {
  settings: LdapSettings;
  policy: CompiledPolicy;
  /** For all operations except paged searches, which use connections of their own. */
  connection: LdapConnection;
}
