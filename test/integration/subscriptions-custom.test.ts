import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ownDefinition } from '../harness/flows/own-connector.ts';
import { ownWebhook } from '../harness/flows/own-subscription.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnSubscriptions } from './subscription-acts.ts';

const hub = useStubbedHub();
const acts = actOnSubscriptions(hub);

describe('test/integration/subscriptions-custom', { timeout: 60_000 }, () => {
  it('registers with the system of a connector of the organization, takes its deliveries, renews and removes', async () => {
    const definition = ownDefinition({ webhook: ownWebhook() });
    const added = await hub.api.request('POST', '/v1/connectors', { body: { id: 'x_acme', definition } });
    expect(added.error?.details.errors).toBeUndefined();
    const shown = await hub.api.request('GET', '/v1/connectors/x_acme');
    expect(shown.data['triggers']).toMatchObject([
      { subscription: { topics: [{ id: 'people', of: [{ name: 'group', title: 'Group' }] }] } },
    ]);
    const hooks: Record<string, string>[] = [];
    hub.stub.ifAsked('GET /hooks', () => ({ json: { data: hooks } }));
    hub.stub.ifAsked('POST /hooks', ({ body }) => {
      const hook = { ...JSON.parse(body), id: '1' };
      hooks.push(hook);
      return { status: 201, json: { hook } };
    });
    hub.stub.ifAsked('PATCH /hooks/1', ({ body }) => ({ json: { hook: { ...hooks[0], ...JSON.parse(body) } } }));
    hub.stub.ifAsked('DELETE /hooks/1', () => {
      hooks.length = 0;
      return { status: 204 };
    });

    const made = await acts.add(
      {
        serviceType: 'x_acme',
        config: { base_url: hub.stub.url },
        credentials: { token: 'CANARY-token' },
        object: 'people',
      },
      { type: 'webhook', subscribe: { of: { group: 'staff' } } },
    );
    await acts.keep(made.path);

    const [hook] = hooks;
    expect(hook).toMatchObject({
      address: `https://hub.example.com${made.path}`,
      events: ['person.created', 'person.changed'],
      group: 'staff',
    });
    expect(await acts.subscriptionOf(made.workflow)).toMatchObject({ status: 'active', id: '1', to: 'people' });
    const text = JSON.stringify({ id: randomUUID(), type: 'person.created' });
    const deliver = (secret: string) => {
      const digest = createHmac('sha256', secret).update(text).digest('hex');
      return hub.api.request('POST', made.path, { key: null, text, headers: { 'x-acme-signature': digest } });
    };
    expect((await deliver(hook?.['signing_key'] ?? '')).status).toBe(202);
    expect((await deliver('another')).status).toBe(401);

    await acts.age(made.path, 'ends_at', '20 h');
    await acts.keep(made.path);
    expect(hub.stub.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);

    await hub.api.request('POST', `/v1/integrations/${made.integration}/deactivate`);
    await acts.keep(made.path);
    expect(hooks).toEqual([]);
    expect(await acts.subscriptionOf(made.workflow)).toBeUndefined();
  });
});
