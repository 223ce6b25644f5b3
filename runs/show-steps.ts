import type { StepCount } from '../core/pure/run-messages.ts';
import type { Pipeline } from '../drizzle/index.ts';
import { countSteps } from '../services/runs/count-steps.ts';
import type { RunAddress } from './load/load-run.ts';

/** Each is kept in Temporal's history whenever a segment ends. */
const shownMax = 30;

/** What Temporal shows of the steps of a run; `undefined` where there is nothing to show. */
export async function showSteps(
  tx: Pipeline,
  { orgId, runId }: Pick<RunAddress, 'orgId' | 'runId'>,
): Promise<StepCount[] | undefined> {
  const steps = await countSteps(tx, orgId, runId);
  return steps.length === 0 ? undefined : steps.slice(0, shownMax);
}
