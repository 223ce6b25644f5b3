import { type Database, withTenantPipelined } from '../../drizzle/index.ts';
import { promoteNext } from '../../services/runs/promote-next.ts';
import { lockQueue } from '../../services/runs/run-queue.ts';

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
    Promise.all([lockQueue(tx, orgId, integrationId), promoteNext(tx, orgId, integrationId)]),
  );
  return given;
}
