import { ConnectorError } from '../core/connector-error.ts';
import { type Database, withTenant } from '../drizzle/index.ts';
import type { LoadedConnection } from '../sessions/loaded-connection.ts';
import { listSearched, listTargets, type LoadedRun, type RunAddress } from './load/load-run.ts';

/** The credentials of a failed call were refused. */
export function isAuthError(error: unknown): error is ConnectorError {
  return error instanceof ConnectorError && (error.kind === 'auth_invalid' || error.kind === 'auth_expired');
}

/** Which of a run's connections an error is about: reading is the source's, finding an enrichment's, the rest the target's. */
export function findFaultyConnection(run: LoadedRun, error: ConnectorError): LoadedConnection | undefined {
  const { connectorId, operation } = error;
  if (operation === 'find') return listSearched(run).find(({ serviceType }) => serviceType === connectorId);
  const isSuspect = ({ serviceType }: LoadedConnection): boolean => serviceType === connectorId;
  const [source, target] = [run.source && [run.source].find(isSuspect), listTargets(run).find(isSuspect)];
  return operation === 'list' ? (source ?? target) : (target ?? source);
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
