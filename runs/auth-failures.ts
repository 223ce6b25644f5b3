import { ConnectorError } from '../core/connector-error.ts';
import { type Database, withTenant } from '../drizzle/index.ts';
import type { LoadedConnection } from '../sessions/loaded-connection.ts';
import type { LoadedRun, RunAddress } from './load/load-run.ts';

/** The credentials of a failed call were refused. */
export function isAuthError(error: unknown): error is ConnectorError {
  return error instanceof ConnectorError && (error.kind === 'auth_invalid' || error.kind === 'auth_expired');
}

/** Which of a run's connections an error is about: reading is the source's, finding an enrichment's, the rest the target's. */
export function findFaultyConnection(run: LoadedRun, error: ConnectorError): LoadedConnection | undefined {
  const { connectorId, operation } = error;
  if (operation === 'find') return run.enrich.find(({ serviceType }) => serviceType === connectorId);
  const suspects = [run.source, run.target].filter((connection) => connection.serviceType === connectorId);
  return suspects.length === 2 && operation !== 'list' ? run.target : suspects[0];
}

/** Shows on the connection that its credentials were refused or have expired, unless they were replaced since. */
export async function reportAuthFailure(
  database: Database,
  { orgId }: RunAddress,
  { id, credentialVersion }: LoadedConnection,
  { kind, message }: ConnectorError,
): Promise<void> {
  const status = kind === 'auth_expired' ? 'expired' : 'error';
  await withTenant(
    database,
    orgId,
    ({ sql }) => sql`
      update connections set status = ${status}, status_reason = ${message}, row_version = row_version + 1, updated_at = clock_timestamp()
      where org_id = ${orgId} and id = ${id} and credential_version = ${credentialVersion} and status = 'active'`,
  );
}
