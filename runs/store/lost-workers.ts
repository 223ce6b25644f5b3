import type { Pipeline } from '../../drizzle/index.ts';
import { RunFailedError } from '../../engine/errors.ts';
import type { LoadedRun, RunAddress } from '../load/load-run.ts';
import { messages } from '../../core/messages.ts';

/** So many workers may be lost over the same page of a run. */
export const lossesMax = 3;

/** How long the integration's further runs wait then; one that a person starts ends the wait. */
const coolDownMs = 60 * 60 * 1000;

/**
 * Notes that a segment of a run begins. One that is noted still never ended: its worker was lost, or does not answer.
 *
 * @returns how many were lost in a row without getting the run any further.
 */
export async function enterSegment({ sql }: Pipeline, { orgId, runId }: RunAddress): Promise<number> {
  const [row] = await sql<{ losses: number }[]>`
    update segment_slots as slot set
      losses = case when slot.progress is null then slot.losses when slot.progress = run.progress then slot.losses + 1 else 1 end,
      progress = run.progress
    from (select pages + read + deleted as progress from runs where org_id = ${orgId} and id = ${runId}) as run
    where slot.org_id = ${orgId} and slot.run_id = ${runId}
    returning losses`.execute();
  return row?.losses ?? 0;
}

/** Ends a run that takes workers down, and lets its integration cool down. */
export async function giveUpLosing(tx: Pipeline, address: RunAddress, run: LoadedRun): Promise<RunFailedError> {
  const { orgId, integrationId, runId } = address;
  const { source } = run.definition;
  const [[row]] = await Promise.all([
    tx.sql<{ name: string; page: number }[]>`
      select c.name, r.pages + 1 as page from runs r
      join connections c on c.org_id = r.org_id and c.id = ${run.source?.id ?? null}
      where r.org_id = ${orgId} and r.id = ${runId}`.execute(),
    tx.sql`
      update integrations set cools_until = clock_timestamp() + ${coolDownMs} * interval '1 millisecond'
      where org_id = ${orgId} and id = ${integrationId}`.execute(),
  ]);
  const place =
    source === undefined
      ? 'the steps'
      : `page ${row?.page ?? 1} of "${source.object}" of the connection "${row?.name ?? ''}"`;
  return new RunFailedError('worker_lost', messages.workersLost({ count: lossesMax, place }));
}
