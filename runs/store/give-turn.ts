import { type Database, withTenantPipelined } from '../../drizzle/index.ts';
import { lockTurn, promoteNext } from '../../services/runs/promote-next.ts';

/**
 * Gives the turn of an integration to its oldest waiting run where none has it.
 *
 * @returns the UUID of the run that was given it.
 */
export async function giveTurn(
  database: Database,
  { orgId, integrationId }: { orgId: string; integrationId: string },
): Promise<string | undefined> {
  const [, given] = await withTenantPipelined(database, orgId, (tx) =>
    Promise.all([lockTurn(tx, orgId, integrationId), promoteNext(tx, orgId, integrationId)]),
  );
  return given;
}
