import { messages } from '../../core/messages.ts';
import type { OutwardStep } from '../../flow/index.ts';
import type { ActivityDeps } from '../deps.ts';
import { type FlowWork, underLease } from '../items/flow-work.ts';
import { storeSteps } from '../items/item-statements.ts';
import type { SegmentResult } from '../../engine/segment/segment.ts';
import { selectGivenUp, settleFailed } from './give-up-statements.ts';

/** Items that are given up in one transaction. */
const givenUpMax = 200;

/**
 * Fails the items of steps whose connection has been closed for too long, each as if the step had failed for it. Those whose write
 * is in doubt stay: nobody knows whether it was carried out.
 *
 * @returns what ends the segment, where the lease is not to be had.
 */
export async function giveUp(
  deps: ActivityDeps,
  work: FlowWork,
  steps: readonly OutwardStep[],
): Promise<SegmentResult | undefined> {
  if (steps.length === 0) return undefined;
  const left = await underLease(deps, work, async ({ address, renew }, inTenant) => {
    const sealer = await work.sealer();
    for (const { id: step, order } of steps) {
      for (;;) {
        const items = await inTenant((tx) => selectGivenUp(tx, address, step, givenUpMax));
        if (items.length === 0) break;
        const sealed = sealer.seal({ code: 'connection_unavailable', message: messages.connectionGivenUp });
        const ids = items.map(({ id }) => id);
        await inTenant((tx) =>
          Promise.all([
            renew(tx),
            settleFailed(tx, address, step, ids),
            storeSteps(
              tx,
              address,
              ids.map((itemId) => ({ itemId, step, outcome: 'failed' as const, position: order, sealed })),
            ),
          ]),
        );
      }
    }
    return undefined;
  });
  return left;
}
