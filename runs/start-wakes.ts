import type { Loop } from '../core/loop.ts';
import { type Database, withTenantPipelined } from '../drizzle/index.ts';
import { type QueueLog, startQueueLoop } from '../drizzle/queue-loop.ts';
import type { RunReference } from '../services/runs/queue/enqueue-run.ts';
import { wakesChannel, wakeRun } from '../services/runs/queue/wake-run.ts';

/** Runs that this process wakes at once, each on a connection of its own. */
const workersMax = 4;
/** Of so many that are due some are chosen at random: one that cannot be woken holds no other up. */
const chosenFromMax = 500;

export interface WakeDeps {
  /** As `hub_app`. */
  database: Database;
  /** As `hub_relay`: sees which runs of every tenant are due. */
  relayDatabase: Database;
  log: QueueLog;
}

/**
 * Wakes runs whose items have waited long enough, or were answered. Several processes at once are safe.
 *
 * When a run is due stands in its row, so no wake can be lost: PostgreSQL is the alarm, as for schedules.
 */
export function startWakes({ database, relayDatabase, log }: WakeDeps): Loop {
  return startQueueLoop<RunReference>(
    { database: relayDatabase, log },
    {
      channel: wakesChannel,
      workersMax,
      looksAgain: 'full',
      keyOf: ({ runId }) => runId,
      take: (room, busy) => selectDue(relayDatabase, room, busy),
      work: (run) => withTenantPipelined(database, run.orgId, (tx) => wakeRun(tx, run)),
    },
  );
}

/** Runs that are due to be woken, by the clock of the database. */
function selectDue({ sql }: Database, limit: number, busy: readonly string[]): PromiseLike<RunReference[]> {
  return sql<RunReference[]>`
    select * from (
      select org_id as "orgId", id as "runId", integration_id as "integrationId" from runs
      where status = 'waiting' and wake_at <= clock_timestamp() and id <> all(${[...busy]}::uuid[])
      order by wake_at limit ${chosenFromMax}
    ) as due order by random() limit ${limit}`;
}
