import type { RequestDeps } from './questions/handler-context.ts';
import { toId } from '../core/ids.ts';
import type { Database } from '../drizzle/index.ts';
import { answer } from './answer-request.ts';
import type { Loop } from '../core/loop.ts';
import { startQueueLoop } from '../drizzle/queue-loop.ts';

/** Abandoned requests are ignored. */
const freshMs = 30_000;

/** Requests under way in this process, and of one organization in all processes. */
const workersMax = 16;
const perOrganizationMax = 4;

interface Request {
  orgId: string;
  id: string;
}

/** Serves what the API asks about connections: only workers can open credentials. */
export function startConnectionRequests(deps: RequestDeps): Loop {
  const { relayDatabase: database, log } = deps;
  return startQueueLoop<Request>(
    { database, log },
    {
      channel: 'hub_relay',
      workersMax,
      // Its end frees a place in its organization as well.
      looksAgain: 'always',
      keyOf: ({ id }) => id,
      take: (room, busy) => findRequests(database, room, busy),
      work: async (request) => {
        await answer(deps, request).catch((error: unknown) => {
          const organization = toId('organization', request.orgId);
          log.error({ organization_id: organization, error }, 'connection request failed unexpectedly');
        });
      },
    },
  );
}

/** Requests that no worker has taken. Those that run count as well, so that one organization's slow systems leave room for the others. */
function findRequests({ sql }: Database, room: number, busy: readonly string[]): PromiseLike<Request[]> {
  return sql<Request[]>`
    select org_id as "orgId", id from (
      select org_id, id, status, created_at, row_number() over (partition by org_id order by created_at) as place
      from connection_requests
      where status <> 'done' and created_at > clock_timestamp() - ${freshMs} * interval '1 millisecond'
    ) as open
    where status = 'requested' and place <= ${perOrganizationMax} and id <> all(${[...busy]}::uuid[])
    order by created_at limit ${room}`;
}
