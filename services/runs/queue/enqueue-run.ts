import type { RunTrigger } from '../../../core/enums.ts';
import type { Pipeline } from '../../../drizzle/client.ts';
import { enqueue } from '../../../drizzle/enqueue.ts';
import { nextHookBegin } from './pace.ts';

/** Which run of which integration a message is about; UUIDs, as the database knows them. */
export interface RunReference {
  orgId: string;
  runId: string;
  integrationId: string;
}

/**
 * Enqueues the start of a run: dispatched once this transaction is committed, at once, or when its integration has cooled
 * down, or, where events ask for it, when `nextHookBegin` says.
 *
 * The API never speaks to Temporal itself.
 */
export function enqueueStart(tx: Pipeline, run: RunReference & { trigger: RunTrigger }): PromiseLike<unknown> {
  const { orgId, runId, integrationId } = run;
  const paced = run.trigger === 'webhook' ? nextHookBegin(tx, orgId, integrationId) : tx.sql`null`;
  return enqueue(tx, {
    orgId,
    kind: 'run.start',
    payload: { run_id: runId, integration_id: integrationId },
    availableAt: tx.sql`greatest(
      clock_timestamp(),
      (select cools_until from integrations where org_id = ${orgId} and id = ${integrationId}),
      ${paced}
    )`,
  });
}

/** Enqueues the cancellation of a run: dispatched once this transaction is committed. */
export function enqueueCancel(tx: Pipeline, { orgId, runId, integrationId }: RunReference): PromiseLike<unknown> {
  return enqueue(tx, { orgId, kind: 'run.cancel', payload: { run_id: runId, integration_id: integrationId } });
}
