import type { Pipeline } from '../../../drizzle/index.ts';
import { type Flow, isSplit, timedOut } from '../../../flow/index.ts';
import type { Sealer } from '../../../vault/index.ts';
import type { StreamAddress } from '../../store/segment-statements.ts';
import { listTimed } from './read-timed-out.ts';
import { endOverdueScopes, failOverdue, type TimedStep } from './timeout-statements.ts';

/** Ends what takes too long at the steps of a flow; under the lease that its items are moved under. */
type TimeOut = (tx: Pipeline, address: StreamAddress) => PromiseLike<unknown>;

/**
 * Prepares what ends items that take longer than their steps allow; `undefined` where no step says how long that is, which
 * costs nothing.
 *
 * It is judged between tries of an action, by the clock of the database: what has been sent comes to its end first.
 *
 * @param closed Steps before which a gate is closed: the time of their items does not go on.
 */
export async function prepareTimeOut(
  flow: Flow,
  closed: readonly string[],
  openSealer: () => Promise<Sealer>,
): Promise<TimeOut | undefined> {
  const timed = listTimed(flow);
  if (timed.length === 0) return undefined;
  const sealer = await openSealer();
  const scopes = timed.filter(isSplit).map(({ id }) => id);
  const actions = timed.flatMap(({ id, kind, order }): TimedStep[] => {
    if (kind !== 'action' && kind !== 'find' && kind !== 'list') return [];
    const { code, message } = timedOut(id);
    return [{ id, order, sealed: sealer.seal({ code, message }) }];
  });
  return (tx, address) =>
    Promise.all([
      actions.length === 0 ? undefined : failOverdue(tx, address, actions, closed),
      scopes.length === 0 ? undefined : endOverdueScopes(tx, address, scopes, closed),
    ]);
}
