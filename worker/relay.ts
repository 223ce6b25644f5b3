import type { Logger } from 'pino';
import { outboxKinds } from '../core/outbox-messages.ts';
import { outboxChannel } from '../drizzle/enqueue.ts';
import type { Database } from '../drizzle/index.ts';
import { dispatchMessage, type OutboxMessage } from './dispatch-message.ts';
import type { Loop } from '../core/loop.ts';
import { startQueueLoop } from '../drizzle/queue-loop.ts';
import type { WorkflowStarter } from './start-workflow.ts';

/**
 * Messages under way to Temporal at the same time. A server that is asked for more at once does no more a second, and lets
 * some of them wait for seconds.
 */
const workersMax = 6;

/** Another relay may claim a message that its holder has not removed after this. */
const claimMs = 15_000;

export interface RelayDeps extends WorkflowStarter {
  /** As `hub_relay`. */
  database: Database;
  log: Logger;
}

/**
 * Dispatches the messages of the outbox to Temporal.
 *
 * Starting is idempotent (the workflow id is the run's id), so a message that was dispatched and not removed is harmless.
 */
export function startRelay(deps: RelayDeps): Loop {
  /** Ids of messages that were dispatched and are still in the table. */
  const dispatched: number[] = [];
  const loop = startQueueLoop<OutboxMessage>(deps, {
    channel: outboxChannel,
    workersMax,
    looksAgain: 'full',
    keyOf: ({ id }) => String(id),
    take: async (room) => {
      // Beside the claim, not before it: new messages should not wait for old ones to go.
      const [messages] = await Promise.all([claimMessages(deps, room), removeDispatched(deps, dispatched)]);
      return messages;
    },
    work: async (message) => {
      await dispatchMessage(deps, message);
      dispatched.push(message.id);
    },
  });
  return {
    wake: () => loop.wake(),
    stop: async () => {
      await loop.stop();
      await removeDispatched(deps, dispatched);
    },
  };
}

/**
 * Claims messages of the kinds that this version knows; others wait for a relay of a newer one.
 *
 * A message that Temporal does not take stays, and its claim runs out.
 */
function claimMessages({ database }: RelayDeps, limit: number): PromiseLike<OutboxMessage[]> {
  return database.sql<OutboxMessage[]>`
    with claimed as (
      update outbox
      set attempts = attempts + 1, available_at = clock_timestamp() + ${claimMs} * interval '1 millisecond'
      where (org_id, id) in (
        select org_id, id from outbox
        where available_at <= clock_timestamp() and kind = any(${[...outboxKinds]}::text[])
        order by available_at limit ${limit} for update skip locked
      )
      returning org_id, id, kind, payload
    )
    select claimed.org_id, claimed.id, kind, payload, runs.trigger, runs.wakes, integrations.name, (
        select array_agg(distinct connections.service_type) from integration_revisions as revisions
        join connections on connections.org_id = revisions.org_id and connections.id = any(revisions.connection_ids)
        where revisions.org_id = runs.org_id and revisions.integration_id = runs.integration_id
          and revisions.revision = runs.revision
      ) as connectors
    from claimed left join runs on runs.org_id = claimed.org_id and runs.id = (payload ->> 'run_id')::uuid
    left join integrations on integrations.org_id = runs.org_id and integrations.id = runs.integration_id
    order by claimed.id`;
}

/** Removes dispatched messages. Where it fails their claims run out, and dispatching them again does nothing. */
async function removeDispatched({ database, log }: RelayDeps, dispatched: number[]): Promise<void> {
  if (dispatched.length === 0) return;
  const ids = dispatched.splice(0);
  try {
    await database.sql`delete from outbox where id = any(${ids}::bigint[])`;
  } catch (error) {
    log.warn({ error }, 'dispatched outbox messages could not be removed; they will be dispatched again');
  }
}
