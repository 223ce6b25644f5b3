import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Loop } from '../../core/loop.ts';
import { type Database, withTenant } from '../../drizzle/index.ts';
import { type QueueLog, startQueueLoop } from '../../drizzle/queue-loop.ts';
import { lockHook } from '../../services/triggers/events/debounce-payloads.ts';
import { startWaitingEvents } from '../../services/triggers/start-waiting-events.ts';

/** Hooks that this process looks after at once, each on a connection of its own. */
const workersMax = 2;
/** Of so many that are due some are chosen at random: one that cannot be started holds no other up. */
const chosenFromMax = 500;
/** Deliveries that become due in one transaction. */
const dueMax = 1000;

/** A hook with deliveries for which no newer ones came. UUIDs. */
interface DueHook {
  orgId: string;
  hookId: string;
}

export interface DueDeps {
  /** As `hub_app`. */
  database: Database;
  /** As `hub_relay`: sees which deliveries of every tenant are due. */
  relayDatabase: Database;
  clock: Clock;
  log: QueueLog;
}

/**
 * Gives deliveries to runs that have waited long enough for newer ones of their keys. Several processes at once are safe.
 *
 * When they are due stands in their rows: PostgreSQL is the alarm, by its own clock.
 */
export function startDueDeliveries({ database, relayDatabase, clock, log }: DueDeps): Loop {
  return startQueueLoop<DueHook>(
    { database: relayDatabase, log },
    {
      channel: 'hub_due_deliveries',
      workersMax,
      looksAgain: 'full',
      keyOf: ({ hookId }) => hookId,
      take: (room, busy) => selectDue(relayDatabase, room, busy),
      work: (hook) => releaseDue({ database, clock }, hook),
    },
  );
}

/**
 * Lets runs take what is due of a hook, and makes the one that does, in one transaction. Where none can be made, the deliveries wait
 * as others do, and whatever lets one be made finds them.
 */
export function releaseDue({ database, clock }: Pick<DueDeps, 'database' | 'clock'>, hook: DueHook): Promise<void> {
  const { orgId, hookId } = hook;
  return withTenant(database, orgId, async (tx) => {
    const { sql } = tx;
    await lockHook(tx, { orgId, id: hookId });
    const due = await sql<{ id: string }[]>`
      update inbox set due_at = null where org_id = ${orgId} and id in (
        select id from inbox where org_id = ${orgId} and hook_id = ${hookId} and due_at <= clock_timestamp()
        order by due_at limit ${dueMax} for update
      )
      returning id`;
    if (due.length === 0) return;
    const ids = due.map(({ id }) => id);
    await sql`
      update hook_events set waits = true
      where org_id = ${orgId} and hook_id = ${hookId} and (id = any(${ids}::uuid[]) or merged_into = any(${ids}::uuid[]))`;
    const [place] = await sql<{ integration_id: string; workflow_id: string }[]>`
      select integration_id, workflow_id from hooks
      join integrations on integrations.org_id = hooks.org_id and integrations.id = integration_id and deleted_at is null
      where hooks.org_id = ${orgId} and hooks.id = ${hookId}`;
    if (place === undefined) return;
    const { integration_id: integrationId, workflow_id: workflowId } = place;
    await startWaitingEvents(tx, { orgId, id: hookId, integrationId, workflowId }, toTimestamp(clock.now()));
  });
}

function selectDue({ sql }: Database, limit: number, busy: readonly string[]): PromiseLike<DueHook[]> {
  return sql<DueHook[]>`
    select "orgId", "hookId" from (
      select org_id as "orgId", hook_id as "hookId" from inbox
      where due_at <= clock_timestamp() and hook_id <> all(${[...busy]}::uuid[])
      order by due_at limit ${chosenFromMax}
    ) as due group by 1, 2 order by random() limit ${limit}`;
}
