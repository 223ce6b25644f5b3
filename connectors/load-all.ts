/**
 * Loads every connector, every driver and what else is loaded late, and ends: `start/warm-up.ts` runs this, so that
 * processes find these modules compiled when they first need one.
 */
import { listConnectors } from './registry.ts';

listConnectors();
await Promise.all([
  import('./kit/email/session.ts'),
  import('./kit/http/guarded-fetch.ts'),
  import('./kit/http/session.ts'),
  import('./kit/ldap/session.ts'),
  import('./kit/mysql/session.ts'),
  import('./kit/postgres/session.ts'),
  import('./kit/sftp/session.ts'),
  import('./kit/snmp/session.ts'),
]);
