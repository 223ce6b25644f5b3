import type { FinishResult } from '../core/pure/run-messages.ts';
import type { ActivityDeps } from './deps.ts';
import type { RunAddress } from './load/load-run.ts';
import { showSteps } from './show-steps.ts';
import { finishInDatabase } from './store/finish-in-database.ts';

/**
 * Ends a run, and counts its items at each step beside that: they move no more, and no end waits for a count, or fails for it.
 *
 * @idempotency as `finishInDatabase`.
 * @throws {StillWritingError} as `finishInDatabase`.
 */
export async function finishAndShow(
  deps: ActivityDeps,
  address: RunAddress,
  outcome: 'succeeded' | 'failed' | 'canceled',
): Promise<FinishResult> {
  const [ended, steps] = await Promise.all([finishInDatabase(deps, address, outcome), showSteps(deps, address)]);
  return { ...ended, steps };
}
