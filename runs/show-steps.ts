import type { StepCount } from '../core/pure/run-messages.ts';
import { withTenantPipelined } from '../drizzle/index.ts';
import { countSteps } from '../services/runs/count-steps.ts';
import type { ActivityDeps } from './deps.ts';
import { type RunAddress, toLogIds } from './load/load-run.ts';

/** Each is kept in Temporal's history whenever a segment ends. */
const shownMax = 30;

/**
 * What Temporal shows of the steps of a run; `undefined` where there is nothing to show, or where it cannot be counted: no run
 * fails for that.
 */
export async function showSteps(
  { database, log }: Pick<ActivityDeps, 'database' | 'log'>,
  address: RunAddress,
): Promise<StepCount[] | undefined> {
  const { orgId, runId } = address;
  try {
    const steps = await withTenantPipelined(database, orgId, (tx) => countSteps(tx, orgId, runId));
    return steps.length === 0 ? undefined : steps.slice(0, shownMax);
  } catch (error) {
    log.warn({ ...toLogIds(address), error }, 'steps of a run could not be counted');
    return undefined;
  }
}
