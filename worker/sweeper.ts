import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import { finishInDatabase } from '../activities/finish-in-database.ts';
import { toLogIds } from '../activities/load-run.ts';
import { traceRun } from '../activities/trace-run.ts';
import type { FinishResult } from '../activities/types.ts';
import { toId } from '../core/ids.ts';
import type { Meter } from '../core/meter.ts';
import type { Tracer } from '../core/tracing.ts';
import type { Database } from '../drizzle/index.ts';
import { type Loop, startLoop } from './loop.ts';

const sweepEveryMs = 60_000;

/** A run that nobody touched for so long is looked at. Longer than a segment's longest silence. */
const quietMs = 90_000;

export interface SweeperDeps {
  /** As `hub_app`: repairs are made within the run's tenant. */
  database: Database;
  /** As `hub_relay`: sees the runs of every tenant. */
  relayDatabase: Database;
  client: Client;
  /** Default: nothing is counted. */
  meter?: Meter;
  /** Default: nothing is traced. */
  tracer?: Tracer;
  log: Logger;
}

interface QuietRun {
  orgId: string;
  id: string;
  integrationId: string;
  status: 'queued' | 'running' | 'canceling';
  updatedAt: string;
}

/**
 * Repairs what was lost outside (DESIGN §6.5): runs whose workflow ended without them, and runs whose workflow Temporal
 * does not know.
 */
export function startSweeper(deps: SweeperDeps): Loop {
  return startLoop(() => sweep(deps), {
    everyMs: sweepEveryMs,
    onError: (error) => deps.log.warn({ err: error }, 'a sweep failed'),
  });
}

/**
 * One sweep, over every quiet run: most of them only wait for somebody, and must not hide those behind them.
 *
 * Safe beside other sweepers: each repair is a no-op the second time.
 *
 * @param options.quietForMs A run that nobody touched for so long is looked at. Default 90,000.
 * @param options.batchSize Runs read at once. Default 100.
 * @throws when Temporal or the database does not answer. A single run that resists keeps no other from its repair.
 */
export async function sweep(
  deps: SweeperDeps,
  { quietForMs = quietMs, batchSize = 100 }: { quietForMs?: number; batchSize?: number } = {},
): Promise<'idle'> {
  let last: QuietRun | undefined;
  for (;;) {
    const runs = await selectQuietRuns(deps, quietForMs, { after: last, limit: batchSize });
    for (const run of runs) {
      const status = await describe(deps.client, run.id);
      await repair(deps, run, status).catch((error: unknown) => {
        deps.log.warn(
          { ...toLogIds({ ...run, runId: run.id }), err: error },
          'a run was not repaired; it is looked at again',
        );
      });
    }
    last = runs.at(-1);
    if (last === undefined || runs.length < batchSize) return 'idle';
  }
}

/** Runs that are not over, that nobody touched for long and nobody is about to start; the longest quiet ones first. */
function selectQuietRuns(
  { relayDatabase }: SweeperDeps,
  quietForMs: number,
  { after, limit }: { after: QuietRun | undefined; limit: number },
) {
  const { sql } = relayDatabase;
  const behind =
    after === undefined ? sql`` : sql`and (updated_at, org_id, id) > (${after.updatedAt}, ${after.orgId}, ${after.id})`;
  return sql<QuietRun[]>`
    select org_id as "orgId", id, integration_id as "integrationId", status, updated_at as "updatedAt" from runs
    where status in ('queued', 'running', 'canceling') and admitted_at is not null ${behind}
      and updated_at < clock_timestamp() - ${quietForMs} * interval '1 millisecond'
      and not exists (
        select 1 from outbox where outbox.org_id = runs.org_id and outbox.payload ->> 'run_id' = runs.id::text
      )
    order by updated_at, org_id, id limit ${limit}`;
}

async function repair(deps: SweeperDeps, run: QuietRun, status: string | undefined): Promise<void> {
  const { relayDatabase, log } = deps;
  if (status === 'RUNNING') return;
  const ids = toLogIds({ ...run, runId: run.id });
  if (status === undefined) {
    log.warn(ids, 'Temporal does not know a run that is not over; it is started again');
    const payload = JSON.stringify({ run_id: run.id, integration_id: run.integrationId });
    await relayDatabase.sql`
      insert into outbox (org_id, kind, payload) values (${run.orgId}, 'run.start', ${payload}::jsonb)`;
    return;
  }
  log.warn({ ...ids, workflow_status: status }, 'the workflow of a run ended without it');
  const outcome = status === 'CANCELLED' ? 'canceled' : 'failed';
  const message = `The workflow ended from outside (${status.toLowerCase()}).`;
  const address = { orgId: run.orgId, integrationId: run.integrationId, runId: run.id };
  const end = (): Promise<FinishResult> => finishInDatabase(deps, address, outcome, { code: 'interrupted', message });
  await traceRun(deps, address, end, (ended) => ended);
}

/** Status of the run's workflow; `undefined` when Temporal does not know it. */
async function describe(client: Client, runId: string): Promise<string | undefined> {
  try {
    const description = await client.workflow.getHandle(toId('run', runId)).describe();
    return description.status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
