import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Loop } from '../../core/loop.ts';
import { type Database, withTenant } from '../../drizzle/index.ts';
import { startQueueLoop } from '../../drizzle/queue-loop.ts';
import { type AfterStart, afterStartsChannel, describeNotStarted, startAfter } from './start-after.ts';
import { type RunLogDeps, writeRunLog } from '../write-run-log.ts';

/** Runs that this process starts at once, each on a connection of its own. */
const workersMax = 4;
/** Of so many that are due some are chosen at random: one that cannot be started holds no other up. */
const chosenFromMax = 500;

export interface AfterDeps extends RunLogDeps {
  /** As `hub_relay`: sees which runs of every tenant are to be started. */
  relayDatabase: Database;
  clock: Clock;
}

/**
 * Starts runs of integrations that follow others whose runs have ended. Several processes at once are safe.
 *
 * Apart from the transaction that ends a run: what follows it stands in queues of its own, and two ends that lock several
 * queues could wait for each other.
 */
export function startAfterRuns(deps: AfterDeps): Loop {
  const { relayDatabase, log } = deps;
  return startQueueLoop<AfterStart>(
    { database: relayDatabase, log },
    {
      channel: afterStartsChannel,
      workersMax,
      looksAgain: 'full',
      keyOf: ({ id }) => id,
      take: (room, busy) => selectDue(relayDatabase, room, busy),
      work: (start) => startOne(deps, start),
    },
  );
}

/** Starts one run, or tells in the log of the run that ended why not. */
export async function startOne(deps: Omit<AfterDeps, 'relayDatabase'>, start: AfterStart): Promise<void> {
  const { database, clock } = deps;
  const { orgId } = start;
  const refused = await withTenant(database, orgId, (tx) => startAfter(tx, start, toTimestamp(clock.now())));
  if (refused === undefined) return;
  const { endedRunId: runId, endedIntegrationId: integrationId } = refused;
  await writeRunLog(deps, { orgId, runId, integrationId }, describeNotStarted(refused));
}

function selectDue({ sql }: Database, limit: number, busy: readonly string[]): PromiseLike<AfterStart[]> {
  return sql<AfterStart[]>`
    select * from (
      select org_id as "orgId", id from after_starts where id <> all(${[...busy]}::uuid[])
      order by id limit ${chosenFromMax}
    ) as due order by random() limit ${limit}`;
}
