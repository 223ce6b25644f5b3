import { expect } from 'vitest';
import { toUuid } from '../../core/ids.ts';
import { type Database, withTenant } from '../../drizzle/index.ts';
import { keepSubscription } from '../../runs/subscriptions/keep-subscription.ts';
import { SessionCache } from '../../sessions/session-cache.ts';
import type { Item } from '../api/harness.ts';
import { makeFlow } from '../api/flows.ts';
import type { StubbedHub } from '../harness/stubbed-hub.ts';
import type { TestVendor } from './subscription-vendors.ts';

let number = 0;
const never = new AbortController().signal;

/** What tests of subscriptions do again and again. */
export function actOnSubscriptions(hub: Readonly<StubbedHub>) {
  const orgId = (): string => toUuid('organization', hub.api.organization.organization_id) ?? '';
  const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]): Promise<T> =>
    withTenant(hub.activities.deps.database, orgId(), work);
  const show = async (workflow: string): Promise<Item> =>
    (await hub.api.request('GET', `/v1/workflows/${workflow}`)).data;
  const toHookId = (path: string): string => toUuid('hook', path.replace('/hooks/', '')) ?? '';
  const work = async (path: string, database: Database): Promise<void> => {
    const { deps } = hub.activities;
    const egress = { allow: ['127.0.0.0/8'], loopbackPort: hub.stub.port };
    const sessions = new SessionCache({ ...deps, egress });
    try {
      await keepSubscription({ ...deps, database, sessions }, { orgId: orgId(), hookId: toHookId(path) }, never);
    } finally {
      await sessions.closeAll();
    }
  };
  return {
    inTenant,
    /** An active integration whose trigger subscribes at the vendor. */
    add: async (
      {
        serviceType,
        config,
        credentials,
        object,
      }: Pick<TestVendor, 'serviceType' | 'config' | 'credentials' | 'object'>,
      trigger: object = { type: 'webhook', subscribe: true },
    ): Promise<{ integration: string; connection: string; workflow: string; path: string }> => {
      number += 1;
      const made = await hub.api.request('POST', '/v1/connections', {
        body: {
          name: `Vendor ${number}`,
          service_type: serviceType,
          credentials,
          config,
        },
      });
      expect(made.error).toBeUndefined();
      const flow = await makeFlow(hub.api);
      const saved = await hub.api.request('POST', '/v1/integrations', {
        body: {
          ...flow,
          name: `Subscribed ${number}`,
          source: { connection_id: made.data.id, object },
          mapping: [{ to: 'cve_id', from: 'id', convert: 'string' }],
          triggers: [trigger],
        },
      });
      expect(saved.error?.details.errors).toBeUndefined();
      const integration = saved.data.id;
      expect((await hub.api.request('POST', `/v1/integrations/${integration}/activate`)).error).toBeUndefined();
      const { list } = await hub.api.request('GET', `/v1/workflows?integration_id=${integration}`);
      const workflow = list.find(({ type }) => type !== 'manual')?.id ?? '';
      const { hook } = await show(workflow);
      return {
        integration,
        connection: made.data.id,
        workflow,
        path: new URL(String(Object(hook).url)).pathname,
      };
    },
    hookOf: async (workflow: string): Promise<Record<string, unknown>> => Object((await show(workflow))['hook']),
    subscriptionOf: async (workflow: string): Promise<Record<string, unknown> | undefined> =>
      Object((await show(workflow))['hook']).subscription,
    /** Lets a worker do what is due, as if the time for it had come. */
    keep: async (path: string, database: Database = hub.activities.deps.database): Promise<void> => {
      const hookId = toHookId(path);
      await inTenant(
        ({ sql }) => sql`
        update hook_subscriptions set next_try_at = clock_timestamp() - interval '1 s', lease_until = null where hook_id = ${hookId}`,
      );
      await work(path, database);
    },
    /** Lets a worker do what is due by now. */
    rest: (path: string): Promise<void> => work(path, hub.activities.deps.database),
    /** Moves what is known of a subscription into the past. */
    age: (path: string, columns: 'checked_at' | 'ends_at' | 'failing_since', interval: string) =>
      inTenant(
        ({ sql }) => sql`
        update hook_subscriptions set ${sql(columns)} = ${sql(columns)} - ${interval}::interval
        where hook_id = ${toUuid('hook', path.replace('/hooks/', '')) ?? ''}`,
      ),
  };
}
