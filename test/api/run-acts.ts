import { withTenant } from '../../drizzle/client.ts';
import { promoteNext } from '../../services/runs/queue/promote-next.ts';
import { lockQueue } from '../../services/runs/queue/run-queue.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import type { Answer, Item, TestApi } from './harness.ts';

/** What clients and workers do with runs, where no worker is there. */
export function actOnRuns(api: TestApi) {
  const orgId = toLookup('organization', api.organization.organization_id);
  return {
    execute: (integrationId: string, body?: object): Promise<Answer> =>
      api.request('POST', `/v1/integrations/${integrationId}/execute`, body === undefined ? {} : { body }),
    getRun: async (id: string): Promise<Item> => (await api.request('GET', `/v1/runs/${id}`)).data,
    /** A worker takes a run up. */
    setRunning: async (id: string): Promise<void> => {
      await api.admin`update runs set status = 'running', started_at = now() where id = ${toLookup('run', id)}`;
    },
    /** A worker ends a run. */
    finish: async (integrationId: string, id: string): Promise<void> => {
      const integration = toLookup('integration', integrationId);
      await withTenant(api.database, orgId, async (tx) => {
        await lockQueue(tx, orgId, integration);
        await tx.sql`
          update runs set status = 'succeeded', finished_at = now()
          where org_id = ${orgId} and id = ${toLookup('run', id)}`;
        await promoteNext(tx, orgId, integration);
      });
    },
    /** The starts that were ordered, and how many seconds after the last begin (none: 0) they may be carried out. */
    readDelays: (integrationId: string): Promise<{ run_id: string; delay: number }[]> =>
      api.admin<{ run_id: string; delay: number }[]>`
        select payload ->> 'run_id' as run_id,
          case when available_at > clock_timestamp() + interval '1 second'
            then round(extract(epoch from available_at - (
              select max(started_at) from runs where integration_id = ${toLookup('integration', integrationId)} and trigger = 'webhook'
            )))::int else 0 end as delay
        from outbox where payload ->> 'integration_id' = ${toLookup('integration', integrationId)} and kind = 'run.start' order by id`,
    /** What Temporal was ordered to do, oldest first. */
    readOrders: async (integrationId: string): Promise<{ kind: string; run_id: string }[]> =>
      await api.admin<{ kind: string; run_id: string }[]>`
        select kind, payload ->> 'run_id' as run_id from outbox
        where payload ->> 'integration_id' = ${toLookup('integration', integrationId)} order by id`,
  };
}
