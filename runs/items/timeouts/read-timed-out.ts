import { withTenantPipelined } from '../../../drizzle/index.ts';
import { type Flow, isSplit, type Step, timedOut } from '../../../flow/index.ts';
import type { RecordProblem } from '../../../transforms/problem.ts';
import type { StoredItem } from '../item-rows.ts';
import type { ItemReader } from '../read-items.ts';
import { selectTimedOut } from './timeout-statements.ts';

/** The steps of a flow that say how long items may take there. */
export function listTimed({ steps }: Pick<Flow, 'steps'>): Step[] {
  return [...steps.values()].filter(({ timeoutMs }) => timeoutMs !== undefined);
}

/** Whether children of items may have to end, since a scope around their steps takes too long. */
export function hasTimedScope(flow: Pick<Flow, 'steps'>): boolean {
  return listTimed(flow).some(isSplit);
}

/** Why some of the items end before their next step: the scope that they are in has taken too long. */
export async function readTimedOut(
  { database, address }: ItemReader,
  items: readonly StoredItem[],
): Promise<ReadonlyMap<string, RecordProblem>> {
  const ids = items.flatMap(({ id, parent_id: parent }) => (parent === null ? [] : [id]));
  const found = await withTenantPipelined(database, address.orgId, (tx) => selectTimedOut(tx, address, ids));
  return new Map(found.map(({ id, step }) => [id, timedOut(step)]));
}
