import { type Database, withTenantPipelined } from '../../drizzle/index.ts';
import { promoteNext } from '../../services/runs/queue/promote-next.ts';
import { lockQueue } from '../../services/runs/queue/run-queue.ts';

/**
 * Promotes the oldest waiting run of an integration where none has its slot.
 *
 * @returns the UUID of the run that was promoted.
 */
export async function promoteWaiting(
  database: Database,
  { orgId, integrationId }: { orgId: string; integrationId: string },
): Promise<string | undefined> {
  const [, promoted] = await withTenantPipelined(database, orgId, (tx) =>
    Promise.all([lockQueue(tx, orgId, integrationId), promoteNext(tx, orgId, integrationId)]),
  );
  return promoted;
}
