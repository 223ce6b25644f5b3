import { type DeliveryDeps, serveQueue } from '../activities/index.ts';
import type { Database } from '../drizzle/index.ts';
import { type Loop, startLoop } from './loop.ts';

/** Without a notification, and for what is to be sent again, the queues are looked at this often. */
const pollMs = 1000;

/** Endpoints that this process sends to at once, and of one organization those that all processes do. */
const underWayMax = 16;
const perOrganizationMax = 4;

/** Of these places, those that endpoints which take nothing may have: they keep them for as long as a time-out lasts. */
const failingMax = underWayMax / 2;
const failingPerOrganizationMax = perOrganizationMax / 2;

/** @param deps.relayDatabase As `hub_relay`: sees which endpoints of every tenant have something to be sent. */
export function startDeliveries(deps: DeliveryDeps & { relayDatabase: Database }): Loop {
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const loop = startLoop(() => serveQueues(deps, underWay, stopping.signal, () => loop.wake()), {
    everyMs: pollMs,
    onError: (error) => deps.log.warn({ err: error }, 'webhook queues could not be read'),
  });
  const listening = deps.relayDatabase.sql.listen(
    'hub_deliveries',
    () => loop.wake(),
    () => loop.wake(),
  );
  listening.catch((error: unknown) => deps.log.warn({ err: error }, 'webhook queues are polled for, not listened to'));
  return {
    wake: () => loop.wake(),
    stop: async () => {
      stopping.abort();
      await loop.stop();
      await Promise.all(underWay.values());
    },
  };
}

/** Takes as many endpoints as there is room for, and lets each go its way: one that is down holds no other up. */
async function serveQueues(
  deps: DeliveryDeps & { relayDatabase: Database },
  underWay: Map<string, Promise<void>>,
  signal: AbortSignal,
  wake: () => void,
): Promise<'idle'> {
  if (underWay.size >= underWayMax) return 'idle';
  for (const address of await findQueues(deps.relayDatabase, [...underWay.keys()])) {
    const served = serveQueue(deps, address, signal)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'webhooks could not be sent; they are sent later'))
      .finally(() => {
        underWay.delete(address.endpointId);
        // Its place is free, here and in its organization; and what came meanwhile was not seen.
        wake();
      });
    underWay.set(address.endpointId, served);
  }
  return 'idle';
}

/**
 * Endpoints to which something is due, found by stepping from one to the next: however much waits for one of them, it
 * is looked at once. Those that were served longest ago come first, so that a backlog of some holds no other up. Those
 * that are served count against their organization, whoever serves them. Those that take nothing come last, and leave
 * places free for the others.
 */
function findQueues(
  { sql }: Database,
  underWay: readonly string[],
): PromiseLike<{ orgId: string; endpointId: string }[]> {
  return sql<{ orgId: string; endpointId: string }[]>`
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
      where not served and endpoint_id <> all(${[...underWay]}::uuid[])
        and place <= case when failing then ${failingPerOrganizationMax}::int else ${perOrganizationMax}::int end
    )
    select org_id as "orgId", endpoint_id as "endpointId" from chosen
    where turn + ${underWay.length}::int <= case when failing then ${failingMax}::int else ${underWayMax}::int end
    order by turn`;
}
