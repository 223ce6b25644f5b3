import type { Logger } from 'pino';
import { type Clock, toTimestamp } from '../core/clock.ts';
import { toId } from '../core/ids.ts';
import type { Loop } from '../core/loop.ts';
import type { Meter } from '../core/telemetry/meter.ts';
import { type Database, withTenant } from '../drizzle/index.ts';
import { startQueueLoop } from '../drizzle/queue-loop.ts';
import { accountTicks } from '../services/schedules/account-ticks.ts';

/** Schedules that this process accounts for at once, each on a connection of its own. */
const workersMax = 4;
/** Another process may take a schedule that its holder has not accounted for after so long. */
const claimMs = 15_000;
/** Runs that start later than this are told in the log. */
const lateMs = 60_000;

export interface ScheduleDeps {
  /** As `hub_app`. */
  database: Database;
  /** As `hub_relay`: sees which schedules of every tenant are due, and takes them. */
  relayDatabase: Database;
  clock: Clock;
  meter: Meter;
  log: Logger;
}

interface DueSchedule {
  orgId: string;
  workflowId: string;
}

/** Accounts for schedules whose time has come, of every tenant. Several processes at once are safe. */
export function startSchedules(deps: ScheduleDeps): Loop {
  return startQueueLoop<DueSchedule>(
    { database: deps.relayDatabase, log: deps.log },
    {
      channel: 'hub_schedules',
      workersMax,
      looksAgain: 'always',
      keyOf: ({ workflowId }) => workflowId,
      take: (room) => claimDue(deps, room),
      work: (schedule) => account(deps, schedule),
    },
  );
}

/**
 * Takes schedules that are due, of organizations that are not suspended, those that have waited longest first: no other process takes them until the claim ends.
 *
 * @param limit At least 1.
 */
export function claimDue(
  { relayDatabase: { sql }, clock }: Pick<ScheduleDeps, 'relayDatabase' | 'clock'>,
  limit: number,
): PromiseLike<DueSchedule[]> {
  const now = clock.now();
  return sql<DueSchedule[]>`
    with due as (
      select org_id, workflow_id from schedules
      where next_due_at is not null and greatest(next_due_at, not_before) <= ${toTimestamp(now)}
        and not exists (select 1 from organizations where id = schedules.org_id and suspended_at is not null)
      order by greatest(next_due_at, not_before) limit ${limit} for update skip locked
    )
    update schedules set not_before = ${toTimestamp(now + claimMs)} from due
    where schedules.org_id = due.org_id and schedules.workflow_id = due.workflow_id
    returning schedules.org_id as "orgId", schedules.workflow_id as "workflowId"`;
}

/** Accounts for one schedule. Where that fails it is taken again when its claim ends, and holds no other up meanwhile. */
async function account(
  { database, clock, meter, log }: ScheduleDeps,
  { orgId, workflowId }: DueSchedule,
): Promise<void> {
  const now = clock.now();
  const { ticks, latenessMs } = await withTenant(database, orgId, (tx) => accountTicks(tx, { orgId, workflowId, now }));
  for (const { status } of ticks) meter.count('hub_schedule_ticks_total', { status });
  if (latenessMs === undefined) return;
  meter.observe('hub_schedule_lateness_seconds', {}, latenessMs / 1000);
  if (latenessMs > lateMs)
    log.warn({ workflow_id: toId('workflow', workflowId), late_ms: latenessMs }, 'a scheduled run starts late');
}
