import type { ActivityDeps } from '../activities/index.ts';
import { toId } from '../core/ids.ts';
import type { Database } from '../drizzle/index.ts';
import { answer } from './answer-request.ts';
import { type Loop, startLoop } from './loop.ts';

/** Without a notification the table is looked at this often. */
const pollMs = 1000;

/** Requests that nobody waits for any more are left alone. */
const freshMs = 30_000;

/** Requests under way in this process, and of one organization in all processes. */
const underWayMax = 16;
const perOrganizationMax = 4;

export type RequestDeps = Pick<
  ActivityDeps,
  'database' | 'sessions' | 'log' | 'opener' | 'scripts' | 'definitions' | 'lookups' | 'tracer'
> & {
  /** As `hub_relay`: sees the requests of every tenant. */
  relayDatabase: Database;
};

/** Serves what the API asks about connections: only workers can open credentials. */
export function startConnectionRequests(deps: RequestDeps): Loop {
  const underWay = new Map<string, Promise<void>>();
  const loop = startLoop(() => serveRequests(deps, underWay, () => loop.wake()), {
    everyMs: pollMs,
    onError: (error) => deps.log.warn({ err: error }, 'requests about connections could not be served'),
  });
  const listening = deps.relayDatabase.sql.listen(
    'hub_relay',
    () => loop.wake(),
    () => loop.wake(),
  );
  listening.catch((error: unknown) =>
    deps.log.warn({ err: error }, 'requests about connections are polled for, not listened to'),
  );
  return {
    wake: () => loop.wake(),
    stop: async () => {
      await loop.stop();
      await Promise.all(underWay.values());
    },
  };
}

/** Takes as many requests as there is room for, and lets each go its way: a slow one holds no other up. */
async function serveRequests(
  deps: RequestDeps,
  underWay: Map<string, Promise<void>>,
  wake: () => void,
): Promise<'idle'> {
  const room = underWayMax - underWay.size;
  if (room <= 0) return 'idle';
  // Those that run count as well, so that one organization's slow systems leave room for the others.
  const requests = await deps.relayDatabase.sql<{ orgId: string; id: string }[]>`
    select org_id as "orgId", id from (
      select org_id, id, status, created_at, row_number() over (partition by org_id order by created_at) as place
      from connection_requests
      where status <> 'done' and created_at > clock_timestamp() - ${freshMs} * interval '1 millisecond'
    ) as open
    where status = 'requested' and place <= ${perOrganizationMax} and id <> all(${[...underWay.keys()]}::uuid[])
    order by created_at limit ${room}`;
  for (const { orgId, id } of requests) {
    const served = answer(deps, { orgId, id })
      .catch((error: unknown) => {
        deps.log.error(
          { organization_id: toId('organization', orgId), err: error },
          'a request about a connection broke',
        );
      })
      .finally(() => {
        underWay.delete(id);
        // Its place is free, here and in its organization.
        wake();
      });
    underWay.set(id, served);
  }
  return 'idle';
}
