import type { Loop } from '../core/loop.ts';
import { type Database } from '../drizzle/index.ts';
import { startQueueLoop } from '../drizzle/queue-loop.ts';
import { carryOutOperation, type OperationDeps } from '../runs/operations/carry-out-operation.ts';
import type { OperationAddress } from '../runs/operations/load-operation.ts';

/** Operations under way in this process, and those of one organization that are looked at. */
const workersMax = 16;
const perOrganizationMax = 4;

/** Carries out the single operations that callers ask for. @param deps.relayDatabase As `hub_relay`. */
export function startOperations(deps: OperationDeps & { relayDatabase: Database }): Loop {
  const { relayDatabase: database, log } = deps;
  return startQueueLoop<OperationAddress>(
    { database, log },
    {
      channel: 'hub_relay',
      workersMax,
      // Its end frees a place in its organization as well.
      looksAgain: 'always',
      keyOf: ({ id }) => id,
      take: (room, busy) => findDue(database, room, busy),
      work: (address, signal) => carryOutOperation(deps, address, signal),
    },
  );
}

/** Those that are due and that no worker has. Those under way count as well, so that one organization leaves room for others. */
function findDue({ sql }: Database, room: number, busy: readonly string[]): PromiseLike<OperationAddress[]> {
  return sql<OperationAddress[]>`
    select org_id as "orgId", id from (
      select org_id, id, created_at, coalesce(lease_until > clock_timestamp(), false) as held,
        row_number() over (partition by org_id order by created_at) as place
      from operations where ended_at is null and next_try_at <= clock_timestamp()
    ) as due
    where not held and place <= ${perOrganizationMax} and id <> all(${[...busy]}::uuid[])
    order by created_at limit ${room}`;
}
