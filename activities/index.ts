/**
 * What Temporal calls: the activities of a run. Each is safe to run twice; what they do stands in `runs/`.
 *
 * May import everything but `api/` and `worker/`.
 */
import { abandonReading } from './abandon-reading.ts';
import { beginRun } from './begin-run.ts';
import { finishInDatabase } from '../runs/store/finish-in-database.ts';
import { toAddress } from '../runs/load/load-run.ts';
import { runSegmentActivity } from './run-segment.ts';
import { toApplicationFailure } from '../runs/to-application-failure.ts';
import { traceRun } from '../runs/trace-run.ts';
import type { RunActivities } from '../core/pure/run-messages.ts';
import type { ActivityDeps } from '../runs/deps.ts';

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
            if (input.outcome === 'canceled') await abandonReading(deps, address);
            return await finishInDatabase(deps, address, input.outcome);
          } catch (error) {
            throw toApplicationFailure(error);
          }
        },
        (finished) => finished,
      ),
  };
}
