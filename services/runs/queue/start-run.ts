import type { ConcurrencyMode } from '../../../core/enums.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import type { Json } from '../../../core/json.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { type AuditEntry, writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { admitRun } from './admit-run.ts';
import { endCoolDown } from './end-cool-down.ts';
import { presentRevision, requireActiveAccount, requireRunnable } from './require-runnable.ts';
import type { RunOptions } from '../run-options.ts';
import type { RunQueue } from './run-queue.ts';
import type { RunRow } from '../run.ts';

/** A run that is to be made. */
export interface NewRun {
  /** UUID of the trigger's workflow. Default: the one that is started by hand. */
  workflowId?: string;
  /**
   * The run uses this revision, whatever the integration has by now; the caller then checks that it still works. Default:
   * the present one, which has to be runnable.
   */
  revision?: number;
  /** What the trigger or the caller asks for besides the definition. As a function, where it needs checks of its own: called once the integration is known to be runnable. */
  options?: RunOptions | (() => Promise<RunOptions>);
  /** What happens while another run of the integration executes. Default: as the integration says. */
  concurrency?: ConcurrencyMode;
  /** UUID of the run that this one repeats. */
  retryOf?: string;
  /** UUID of the run of another integration whose end, or one of whose steps, starts this one. */
  startedBy?: string;
  /** Id of who asked for that run. Default: who sends `request`. */
  requestedBy?: string | undefined;
  now: string;
  /** The request that asks for the run; absent for events and schedules. It is audited, traced, and ends a wait of the integration. */
  request?: {
    ctx: ServiceContext;
    action: AuditEntry['action'];
    resourceId: string;
    changes?: Readonly<Record<string, Json>>;
  };
}

/**
 * Makes a run, the only way there is: it is admitted, queued or skipped as the integration's `concurrency` says, and audited;
 * the message that starts it is in the outbox once the transaction is committed.
 *
 * @param queue Locked for the run's trigger by `openQueue` in the same transaction. A run that events ask for always waits
 *   for its slot: skipped, it would lose its events.
 * @throws {HubError} `quota_exceeded` when too many runs wait; as `requireRunnable`; and what `options` throws.
 */
export async function startRun(
  tx: Transaction,
  queue: RunQueue,
  { workflowId, revision, options = {}, concurrency, retryOf, startedBy, requestedBy, now, request }: NewRun,
): Promise<RunRow & { integration_name: string }> {
  const { orgId, integrationId, trigger, integration } = queue;
  if (revision === undefined) await requireRunnable(tx, queue);
  else requireActiveAccount(integration);
  const chosen = typeof options === 'function' ? await options() : options;
  if (request !== undefined) await endCoolDown(tx, orgId, integrationId);
  const id = newUuid();
  const byEvent = trigger === 'webhook';
  const admitting = admitRun(
    tx,
    {
      id,
      orgId,
      integrationId,
      workflowId: workflowId ?? integration.workflow_id,
      revision: revision ?? presentRevision(integration),
      trigger,
      concurrency: byEvent ? 'queue' : (concurrency ?? integration.concurrency),
      options: chosen,
      traceparent: request?.ctx.traceparent,
      requestedBy: requestedBy ?? request?.ctx.actor,
      retryOf,
      startedBy,
      now,
    },
    // At most one run of an event waits, so that it need not be counted with those that people asked for.
    byEvent ? { taken: queue.taken || queue.waiting > 0, waiting: 0, carrying: false } : queue,
  );
  const [run] = await Promise.all([admitting, request === undefined ? undefined : audit(tx, id, request)]);
  return { ...run, integration_name: integration.name, account_id: integration.account_id };
}

function audit(
  tx: Transaction,
  runId: string,
  { ctx, action, resourceId, changes = {} }: NonNullable<NewRun['request']>,
): PromiseLike<unknown> {
  return writeAudit(tx, ctx, { action, resourceId, changes: { run_id: toId('run', runId), ...changes } });
}
