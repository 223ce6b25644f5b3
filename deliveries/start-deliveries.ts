import { serveQueue } from './serve-queue.ts';
import type { DeliveryDeps } from './serve-queue.ts';
import type { Database } from '../drizzle/index.ts';
import type { Loop } from '../core/loop.ts';
import { startQueueLoop } from '../drizzle/queue-loop.ts';

/** Endpoints that this process sends to at once, and of one organization those that all processes do. */
const workersMax = 16;
const perOrganizationMax = 4;

/** Of these places, those that endpoints which take nothing may have: they keep them for as long as a time-out lasts. */
const failingMax = workersMax / 2;
const failingPerOrganizationMax = perOrganizationMax / 2;

interface EndpointAddress {
  orgId: string;
  endpointId: string;
}

/** @param deps.relayDatabase As `hub_relay`: sees which endpoints of every tenant have something to be sent. */
export function startDeliveries(deps: DeliveryDeps & { relayDatabase: Database }): Loop {
  const { relayDatabase: database, log } = deps;
  return startQueueLoop<EndpointAddress>(
    { database, log },
    {
      channel: 'hub_deliveries',
      workersMax,
      // Its end frees a place in its organization as well, and what came meanwhile was not seen.
      looksAgain: 'always',
      keyOf: ({ endpointId }) => endpointId,
      take: (_room, busy) => findQueues(database, busy),
      work: (address, signal) => serveQueue(deps, address, signal),
    },
  );
}

/**
 * Endpoints to which something is due, found by stepping from one to the next: however much waits for one of them, it
 * is looked at once. Those that were served longest ago come first, so that a backlog of some holds no other up. Those
 * that are served count against their organization, whichever worker serves them. Those that take nothing come last, and leave
 * places free for the others.
 */
function findQueues({ sql }: Database, busy: readonly string[]): PromiseLike<EndpointAddress[]> {
  return sql<EndpointAddress[]>`
    with recursive waiting as (
      (select org_id, endpoint_id from webhook_deliveries where status = 'pending' order by org_id, endpoint_id limit 1)
      union all
      select next.org_id, next.endpoint_id from waiting cross join lateral (
        select d.org_id, d.endpoint_id from webhook_deliveries d
        where d.status = 'pending' and (d.org_id, d.endpoint_id) > (waiting.org_id, waiting.endpoint_id)
        order by d.org_id, d.endpoint_id limit 1
      ) as next
    ), queues as (
      select q.org_id, q.endpoint_id, q.retry_at, q.failures > 0 as failing, coalesce(q.lease_until, '-infinity') as since,
        coalesce(q.lease_until > clock_timestamp(), false) as served,
        case e.ordering
          when 'strict' then (
            select d.due_at from webhook_deliveries d
            where d.org_id = q.org_id and d.endpoint_id = q.endpoint_id and d.status = 'pending' order by d.seq limit 1
          )
          else (
            select min(d.due_at) from webhook_deliveries d
            where d.org_id = q.org_id and d.endpoint_id = q.endpoint_id and d.status = 'pending'
          )
        end as due_at
      from waiting join webhook_queues q on q.org_id = waiting.org_id and q.endpoint_id = waiting.endpoint_id
      join webhook_endpoints e on e.org_id = q.org_id and e.id = q.endpoint_id
      where e.disabled_at is null
    ), ready as (
      select *, row_number() over (partition by org_id order by served desc, failing, since, due_at) as place from queues
      where served or (due_at <= clock_timestamp() and coalesce(retry_at <= clock_timestamp(), true))
    ), chosen as (
      select *, row_number() over (order by failing, since, due_at) as turn from ready
      where not served and endpoint_id <> all(${[...busy]}::uuid[])
        and place <= case when failing then ${failingPerOrganizationMax}::int else ${perOrganizationMax}::int end
    )
    select org_id as "orgId", endpoint_id as "endpointId" from chosen
    where turn + ${busy.length}::int <= case when failing then ${failingMax}::int else ${workersMax}::int end
    order by turn`;
}
