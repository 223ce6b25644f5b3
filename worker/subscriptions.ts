import type { Loop } from '../core/loop.ts';
import type { Database } from '../drizzle/index.ts';
import { startQueueLoop } from '../drizzle/queue-loop.ts';
import { keepSubscription, type SubscriptionDeps } from '../runs/subscriptions/keep-subscription.ts';
import type { SubscriptionAddress } from '../runs/subscriptions/subscription-statements.ts';

/** Subscriptions looked after at once by this process, and of one organization by all. */
const workersMax = 8;
const perOrganizationMax = 2;

/** Looks after what the hub has subscribed to at vendors. @param deps.relayDatabase As `hub_relay`. */
export function startSubscriptions(deps: SubscriptionDeps & { relayDatabase: Database }): Loop {
  const { relayDatabase: database, log } = deps;
  return startQueueLoop<SubscriptionAddress>(
    { database, log },
    {
      channel: 'hub_relay',
      workersMax,
      // Its end frees a place in its organization as well.
      looksAgain: 'always',
      keyOf: ({ hookId }) => hookId,
      take: (room, busy) => findDue(database, room, busy),
      work: (address, signal) => keepSubscription(deps, address, signal),
    },
  );
}

/** Those that are due and that no worker has. */
function findDue({ sql }: Database, room: number, busy: readonly string[]): PromiseLike<SubscriptionAddress[]> {
  return sql<SubscriptionAddress[]>`
    select org_id as "orgId", hook_id as "hookId" from (
      select org_id, hook_id, next_try_at, coalesce(lease_until > clock_timestamp(), false) as held,
        row_number() over (partition by org_id order by next_try_at) as place
      from hook_subscriptions where next_try_at <= clock_timestamp()
    ) as due
    where not held and place <= ${perOrganizationMax} and hook_id <> all(${[...busy]}::uuid[])
    order by next_try_at limit ${room}`;
}
