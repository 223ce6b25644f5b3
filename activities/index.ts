/**
 * What Temporal calls: the activities of a run. Each is safe to run twice; what they do stands in `runs/`.
 *
 * May import everything but `api/` and `worker/`.
 */
import { abandonReading } from './abandon-reading.ts';
import { beginRun } from './begin-run.ts';
import { finishAndShow } from '../runs/finish-and-show.ts';
import { isResting, type RunAddress, toAddress } from '../runs/load/load-run.ts';
import { runSegmentActivity } from './run-segment.ts';
import { toApplicationFailure } from '../runs/to-application-failure.ts';
import { traceRun } from '../runs/trace-run.ts';
import { noCounters } from '../core/pure/counters.ts';
import type { RunActivities, RunInput } from '../core/pure/run-messages.ts';
import { isFinished, type RunStatus } from '../core/pure/run-status.ts';
import { withTenantPipelined } from '../drizzle/index.ts';
import type { ActivityDeps } from '../runs/deps.ts';

async function isOf({ database }: ActivityDeps, { orgId, runId }: RunAddress, input: RunInput): Promise<boolean> {
  const [run] = await withTenantPipelined(database, orgId, ({ sql }) =>
    sql<{ status: RunStatus; wakes: number }[]>`
      select status, wakes from runs where org_id = ${orgId} and id = ${runId}`.execute(),
  );
  return run === undefined || isFinished(run.status) || !isResting(run, input);
}

export function createActivities(deps: ActivityDeps): RunActivities {
  return {
    beginRun: (input) =>
      traceRun(
        deps,
        toAddress(input),
        () => beginRun(deps, input),
        (begun) => (begun.status === 'finished' ? begun : undefined),
      ),
    runSegment: (input) => traceRun(deps, toAddress(input), () => runSegmentActivity(deps, input)),
    finishRun: (input) =>
      traceRun(
        deps,
        toAddress(input),
        async () => {
          try {
            const address = toAddress(input);
            // A workflow that lost sight of its run, which has been woken since, ends nothing of it.
            if (!(await isOf(deps, address, input))) return { outcome: input.outcome, counters: { ...noCounters } };
            if (input.outcome === 'canceled') await abandonReading(deps, address);
            return await finishAndShow(deps, address, input.outcome);
          } catch (error) {
            throw toApplicationFailure(error);
          }
        },
        (finished) => finished,
      ),
  };
}
