import { type Database, withTenantPipelined } from '../../../../drizzle/index.ts';
import type { Flow } from '../../../../flow/index.ts';
import type { RunAddress } from '../../../load/load-run.ts';
import { lockEvents, lookBack, selectLookingBack } from './event-statements.ts';

/** Waits that look back in one transaction: deliveries wait for that. */
const lookingMax = 500;

/**
 * Ends waits for what was delivered before their items came to them.
 *
 * Needs no lease: each looks back once, under a lock that deliveries share.
 *
 * @returns how many have ended.
 */
export async function lookBackForEvents(database: Database, address: RunAddress, flow: Flow): Promise<number> {
  const hasEvents = [...flow.steps.values()].some((step) => step.kind === 'wait' && step.isEvent === true);
  if (!hasEvents) return 0;
  let ended = 0;
  for (;;) {
    const to = await withTenantPipelined(database, address.orgId, (tx) => selectLookingBack(tx, address));
    if (to.length === 0) return ended;
    const [, [row]] = await withTenantPipelined(database, address.orgId, (tx) =>
      Promise.all([
        lockEvents(
          tx,
          to.map(({ id }) => id),
        ),
        lookBack(tx, address, lookingMax),
      ]),
    );
    ended += row?.answered ?? 0;
  }
}
