/**
 * Loads every connector, every driver and what else is loaded late, and ends: `start/servers/warm-up.ts` runs this, so that
 * processes find these modules compiled when they first need one.
 */
import { listConnectors } from './registry.ts';

listConnectors();
await Promise.all([
  import('./drivers/email/session.ts'),
  import('./drivers/http/guarded-fetch.ts'),
  import('./drivers/http/session.ts'),
  import('./drivers/ldap/session.ts'),
  import('./drivers/sql/mysql/session.ts'),
  import('./drivers/sql/postgres/session.ts'),
  import('./drivers/sftp/session.ts'),
  import('./drivers/snmp/session.ts'),
]);
