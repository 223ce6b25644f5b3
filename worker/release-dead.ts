import { hostname } from 'node:os';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { findGone } from '../runs/process-identity.ts';
import { toId } from '../core/ids.ts';
import { toWorkflowId } from '../core/pure/workflow-id.ts';
import type { Database } from '../drizzle/index.ts';

export interface ReleaseDeps {
  /** As `hub_relay`: sees the streams of every tenant. */
  relayDatabase: Database;
  client: Client;
  namespace: string;
  log: Logger;
}

interface Released {
  orgId: string;
  runId: string | null;
  wakes: number | null;
  holder: string;
}

/**
 * Ends the leases of processes of this machine that are gone, and reports their segments to Temporal as lost, so that
 * both need not be waited for. Called where a worker starts: after a crash that is moments later.
 *
 * What the dead process had sent may still be carried out: `quiet_until` keeps until when.
 *
 * Never throws: leases that are not released expire within seconds.
 */
export async function releaseDead(deps: ReleaseDeps): Promise<void> {
  try {
    const released = await endLeases(deps.relayDatabase);
    for (const { runId, wakes, holder } of released) {
      if (runId === null) continue;
      await failSegments(deps, toWorkflowId(toId('run', runId), wakes ?? 0), findGone(holder));
    }
    if (released.length > 0) deps.log.warn({ streams: released.length }, 'took over from a lost worker');
  } catch (error) {
    deps.log.warn({ error }, 'leases of lost workers could not be ended; they will expire');
  }
}

async function endLeases({ sql }: Database): Promise<Released[]> {
  const held = await sql<{ holder: string }[]>`
    select distinct holder from streams where holder is not null and lease_until > clock_timestamp()`;
  const gone = held.map(({ holder }) => holder).filter((holder) => findGone(holder) !== undefined);
  if (gone.length === 0) return [];
  return sql<Released[]>`
    update streams set epoch = epoch + 1, quiet_until = lease_until, lease_until = null, page_in_doubt = true
    where holder = any(${gone}) and lease_until > clock_timestamp()
    returning org_id as "orgId", run_id as "runId", holder,
      (select wakes from runs where runs.org_id = streams.org_id and runs.id = streams.run_id) as wakes`;
}

/** Without it, Temporal would detect the loss only by the heartbeat timeout. */
async function failSegments({ client, namespace }: ReleaseDeps, workflowId: string, pid: number | undefined) {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  // The SDK names its workers so.
  const identity = `${pid}@${hostname()}`;
  for (const { activityId, lastWorkerIdentity } of raw.pendingActivities ?? []) {
    if (lastWorkerIdentity !== identity || activityId === null || activityId === undefined) continue;
    await client.workflowService.respondActivityTaskFailedById({
      namespace,
      workflowId,
      activityId,
      failure: {
        message: 'The worker was lost.',
        applicationFailureInfo: { type: 'worker_lost', nonRetryable: false },
      },
    });
  }
}
