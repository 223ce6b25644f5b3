/**
 * Temporal activities: the engine, connectors, vault and database wired together. Each is safe to run twice.
 *
 * May import everything but `api/` and `worker/`.
 */
import { abandonReading } from './abandon-reading.ts';
import { beginRun } from './begin-run.ts';
import { finishInDatabase } from './finish-in-database.ts';
import { toAddress } from './load-run.ts';
import { runSegmentActivity } from './run-segment.ts';
import { toApplicationFailure } from './to-application-failure.ts';
import { traceRun } from './trace-run.ts';
import type { RunActivities } from './types.ts';
import type { ActivityDeps } from './work-on-run.ts';

export { PlanCache } from './compile-run.ts';
export { DefinitionCache } from './definition-cache.ts';
export { explainRunRecord } from './explain-record.ts';
export type { LoadedConnection } from './load-run.ts';
export { identifyThisProcess } from './process-identity.ts';
export { LookupCache } from './lookup-cache.ts';
export { createMask } from './mask-sensitive.ts';
export { SearchMemory } from './run-searches.ts';
export { SessionCache, type SessionDeps, type UnsavedCredentials } from './session-cache.ts';
export type { ConnectorSession } from '../connectors/drivers/shared/session.ts';
export { createPoster } from './webhooks/attempt.ts';
export { type DeliveryDeps, serveQueue } from './webhooks/serve-queue.ts';
export type { ActivityDeps } from './work-on-run.ts';

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
