import type { RunEnvironment } from '../../../engine/run-environment.ts';
import type { Flow } from '../../../flow/index.ts';
import type { Sealer } from '../../../vault/index.ts';
import type { StoredItem } from '../item-rows.ts';
import { goOn, noMoves, toMove, toStepRow } from '../move-items.ts';
import type { Moves } from '../store-moves.ts';
import { hasTimedScope } from '../timeouts/read-timed-out.ts';
import type { Carried } from './carried.ts';

/**
 * Works out where items go on to whose effects have just been settled: in the transaction that settles them, so that they are
 * written once; or that are about to be made. Only of those that come to their next effect or look-up, or that end and have no parent: the
 * others are settled, and go on under the lease of the flow's reading. So do those that are canceled by then.
 */
export function findDirectMoves(
  flow: Flow,
  environment: RunEnvironment,
  { items, sealer }: { items: readonly ({ item: StoredItem } & Carried)[]; sealer: Sealer },
): Moves {
  const found = noMoves();
  // What steps know of each other changes with each of them; and a newer item may end one at each of its steps.
  if (flow.known.length > 0 || flow.interrupts !== undefined) return found;
  const isTimed = hasTimedScope(flow);
  for (const { item, context, bytes } of items) {
    if (isTimed && item.parent_id !== null) continue;
    const { end, entered } = goOn(
      flow,
      item,
      { context, joined: undefined, ending: undefined, endedBy: undefined },
      environment,
    );
    if (end.status !== 'action' && end.status !== 'find' && (end.status !== 'ended' || item.parent_id !== null))
      continue;
    found.moves.push({ ...toMove(item, end), unlessCanceled: item.settled ?? undefined });
    const steps = entered.map((entry) => toStepRow(flow, item, entry, sealer));
    found.steps.push(...steps);
    if (end.status === 'action' && item.parent_id === null) {
      const added = steps.reduce((sum, { sealed }) => sum + (sealed?.length ?? 0), 0);
      const { id, seq, change, before_id } = item;
      found.arrivals.push({
        item: { id, seq, change, before_id },
        step: end.step.id,
        context: end.context,
        bytes: bytes + added,
      });
    }
  }
  return found;
}
