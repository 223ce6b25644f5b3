import { HubError } from '../../../core/errors.ts';
import { canonicalJson } from '../../../core/json.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';

/**
 * Lets the records of a run be processed by another revision only where both read the same object of the same
 * connection: its mapping would make nonsense of records of anything else.
 *
 * @throws {HubError} `invalid_state`
 */
export async function requireSameSource(
  { sql }: Transaction,
  orgId: string,
  run: { integration_id: string; definition: Definition },
  revision: number,
): Promise<void> {
  const [present] = await sql<{ definition: Definition }[]>`
    select definition from integration_revisions
    where org_id = ${orgId} and integration_id = ${run.integration_id} and revision = ${revision}`;
  if (identify(present?.definition) === identify(run.definition)) return;
  throw new HubError('invalid_state', messages.runSourceChanged);
}

function identify(definition: Definition | undefined): string {
  const { connection_id: connectionId, object } = definition?.source ?? {};
  return canonicalJson([connectionId, object]);
}
