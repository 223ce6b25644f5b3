import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import { z } from 'zod';
import { toId } from '../core/ids.ts';
import type { Database } from '../drizzle/index.ts';
import { type Loop, startLoop } from './loop.ts';
import { startRun } from './start-run.ts';

/**
 * Orders under way to Temporal at the same time. A server that is asked for more at once does no more a second, and lets
 * some of them wait for seconds.
 */
const underWayMax = 6;

/** Without a notification the table is looked at this often. */
const pollMs = 1000;

/** An order is another relay's to carry when its holder said nothing for so long. */
const claimMs = 15_000;

const payloadShape = z.object({
  run_id: z.string(),
  integration_id: z.string(),
  /** Starts the run also where Temporal has it already, in the place of what is there. */
  replace: z.boolean().default(false),
});

interface Order {
  orgId: string;
  id: number;
  kind: 'run.start' | 'run.cancel';
  payload: unknown;
  /** Of the run that the order is about. */
  trigger: string | null;
  /** Of its integration. */
  name: string | null;
  /** Service types that the run reads from and writes to. */
  connectors: string[] | null;
}

export interface RelayDeps {
  /** As `hub_relay`. */
  database: Database;
  client: Client;
  taskQueue: string;
  log: Logger;
}

/**
 * Carries orders from Postgres to Temporal: woken by a notification, else by the clock.
 *
 * Starting is idempotent (the workflow id is the run's id), so an order that was carried out and not marked is harmless.
 */
export async function startRelay(deps: RelayDeps): Promise<Loop> {
  const state: RelayState = { underWay: new Set(), carried: [] };
  const loop = startLoop(() => claimOrders(deps, state, () => loop.wake()), {
    everyMs: pollMs,
    onError: (error) => deps.log.warn({ err: error }, 'orders could not be read from the database'),
  });
  // The client listens again by itself after a lost connection; the poll covers what was missed meanwhile.
  const listening = deps.database.sql.listen(
    'hub_outbox',
    () => loop.wake(),
    () => loop.wake(),
  );
  listening.catch((error: unknown) => deps.log.warn({ err: error }, 'the relay cannot listen and polls instead'));
  return {
    wake: () => loop.wake(),
    stop: async () => {
      await loop.stop();
      await Promise.all(state.underWay);
      await removeOrders(deps, state).catch(() => undefined);
    },
  };
}

interface RelayState {
  underWay: Set<Promise<void>>;
  /** Ids of orders that were carried out and are still in the table. */
  carried: number[];
}

/**
 * Claims as many orders as there is room for, and lets each go its way without waiting for the others.
 *
 * What was carried out is removed on the same occasion: once a second, or with the next orders.
 */
async function claimOrders(deps: RelayDeps, state: RelayState, wake: () => void): Promise<'more' | 'idle'> {
  const { underWay } = state;
  // Beside the claim, not before it: new orders should not wait for old ones to go.
  const removing = removeOrders(deps, state).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'carried orders were not removed; they are carried again, which does nothing');
  });
  const room = underWayMax - underWay.size;
  const orders =
    room <= 0
      ? []
      : await deps.database.sql<Order[]>`
    with claimed as (
      update outbox
      set attempts = attempts + 1, available_at = clock_timestamp() + ${claimMs} * interval '1 millisecond'
      where (org_id, id) in (
        select org_id, id from outbox where available_at <= clock_timestamp()
        order by available_at limit ${room} for update skip locked
      )
      returning org_id, id, kind, payload
    )
    select claimed.org_id as "orgId", claimed.id, kind, payload, runs.trigger, integrations.name, (
        select array_agg(distinct connections.service_type) from integration_revisions as revisions
        join connections on connections.org_id = revisions.org_id and connections.id = any(revisions.connection_ids)
        where revisions.org_id = runs.org_id and revisions.integration_id = runs.integration_id
          and revisions.revision = runs.revision
      ) as connectors
    from claimed left join runs on runs.org_id = claimed.org_id and runs.id = (payload ->> 'run_id')::uuid
    left join integrations on integrations.org_id = runs.org_id and integrations.id = runs.integration_id
    order by claimed.id`;
  for (const order of orders) {
    const carried = carry(deps, state, order).finally(() => {
      const full = underWay.size >= underWayMax;
      underWay.delete(carried);
      if (full) wake();
    });
    underWay.add(carried);
  }
  await removing;
  return room > 0 && orders.length === room ? 'more' : 'idle';
}

/** Removes carried orders. Where it fails their claims run out, and carrying them again does nothing. */
async function removeOrders({ database }: RelayDeps, state: RelayState): Promise<void> {
  if (state.carried.length === 0) return;
  const ids = state.carried.splice(0);
  await database.sql`delete from outbox where id = any(${ids}::bigint[])`;
}

/** Carries an order out; one that Temporal did not take stays, and its claim runs out. */
async function carry(deps: RelayDeps, state: RelayState, order: Order): Promise<void> {
  try {
    await carryOrder(deps, order);
    state.carried.push(order.id);
  } catch (error) {
    deps.log.warn({ err: error, order: order.id }, 'an order was not carried out; it is tried again');
  }
}

async function carryOrder({ client, taskQueue }: RelayDeps, order: Order): Promise<void> {
  const payload = payloadShape.parse(order.payload);
  const runId = toId('run', payload.run_id);
  if (order.kind === 'run.cancel') {
    await client.workflow
      .getHandle(runId)
      .cancel()
      .catch((error: unknown) => {
        // Not begun or over: the request in the run's row is enough.
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      });
    return;
  }
  await startRun(client, taskQueue, {
    orgId: order.orgId,
    integrationId: payload.integration_id,
    runId: payload.run_id,
    name: order.name ?? '',
    trigger: order.trigger ?? 'manual',
    connectors: order.connectors ?? [],
    replace: payload.replace,
  }).catch((error: unknown) => {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  });
}
