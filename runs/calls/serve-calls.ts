import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Loop } from '../../core/loop.ts';
import { type Database, type Transaction, withTenant } from '../../drizzle/index.ts';
import { type QueueLog, startQueueLoop } from '../../drizzle/queue-loop.ts';
import { callsChannel } from './ask-statements.ts';
import type { CallPlace } from './call-place.ts';
import { cancelAsked, cancelStarted } from './cancel-calls.ts';
import type { InputDeps } from './give-inputs.ts';
import { startCalls } from './start-calls.ts';
import { tellCalls } from './tell-calls.ts';

/** Places that this process works on at once, each on a connection of its own. */
const workersMax = 4;
/** Of so many that are due some are chosen at random: one that cannot be worked on holds no other up. */
const chosenFromMax = 500;

export interface CallDeps extends InputDeps {
  /** As `hub_app`. */
  database: Database;
  clock: Clock;
}

interface ServingDeps extends CallDeps {
  /** As `hub_relay`: sees which calls of every tenant are due. */
  relayDatabase: Database;
  log: QueueLog;
}

/**
 * Carries out what items ask of other integrations, and tells them what became of it. Several processes at once are safe.
 *
 * Apart from the transactions in which items ask, and in which what they asked for ends: each of these holds locks of one
 * integration, and would wait for those of another one.
 */
export function startCallLoop(deps: ServingDeps): Loop {
  const { relayDatabase, log } = deps;
  return startQueueLoop<CallPlace>(
    { database: relayDatabase, log },
    {
      channel: callsChannel,
      workersMax,
      looksAgain: 'always',
      keyOf: toKey,
      take: (room, busy) => selectDue(relayDatabase, room, busy),
      work: (place) => serveCalls(deps, place),
    },
  );
}

function toKey({ runId, step }: CallPlace): string {
  return `${runId} ${step}`;
}

/**
 * Does what is due for the calls of a place.
 *
 * @idempotency What a call needs next stands in its row, and changes in the transaction that does it.
 */
export async function serveCalls(deps: CallDeps, place: CallPlace): Promise<void> {
  const { database, clock } = deps;
  const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => withTenant(database, place.orgId, work);
  const now = (): string => toTimestamp(clock.now());
  await inTenant((tx) => cancelAsked(tx, place));
  await inTenant((tx) => cancelStarted(tx, place, now()));
  while (await inTenant((tx) => startCalls(tx, deps, place, now())));
  await inTenant((tx) => tellCalls(tx, place));
}

function selectDue({ sql }: Database, limit: number, busy: readonly string[]): PromiseLike<CallPlace[]> {
  return sql<CallPlace[]>`
    select * from (
      select distinct org_id as "orgId", run_id as "runId", step from (
        select org_id, run_id, step from calls
        where due_at <= clock_timestamp() and run_id || ' ' || step <> all(${[...busy]}::text[])
        order by due_at limit ${chosenFromMax}
      ) as waiting
    ) as due order by random() limit ${limit}`;
}
