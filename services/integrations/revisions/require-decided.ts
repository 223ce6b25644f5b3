import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import { listChanges } from '../../shared/change.ts';
import type { IntegrationRow } from '../integration.ts';

/**
 * A change starts from the newest revision. Where runs use an older one, what was taken back with that would come back by a
 * change of something else: the caller has to say what it is to be.
 *
 * @param sent Names of the members that the caller sent.
 * @throws {HubError} `invalid_state` with the members that are missing.
 */
export async function requireDecided(
  tx: Transaction,
  orgId: string,
  { id, revision, active_revision: active, definition }: IntegrationRow,
  sent: readonly string[],
): Promise<void> {
  if (active === null || active >= revision) return;
  const [running] = await tx.sql<{ definition: Definition }[]>`
    select definition from integration_revisions
    where org_id = ${orgId} and integration_id = ${id} and revision = ${active}`;
  if (running === undefined) return;
  const undecided = listChanges(running.definition, definition)
    .filter((name) => !sent.includes(name))
    .toSorted();
  if (undecided.length === 0) return;
  throw new HubError(
    'invalid_state',
    messages.changeOfOlderRevision({ active, newest: revision, members: undecided }),
    {
      details: { active_revision: active, revision, members: undecided },
    },
  );
}
