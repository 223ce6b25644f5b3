import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../api/harness.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnSubscriptions } from './subscription-acts.ts';
import { startGithub, startGraph, startOkta, vendors, type VendorHook } from './subscription-vendors.ts';

const hub = useStubbedHub();
const acts = actOnSubscriptions(hub);

/** What a vendor sends, signed with what it was given. */
const deliveries: Record<string, (hook: VendorHook, path: string) => Promise<Answer>> = {
  github: ({ secret }, path) => {
    const text = JSON.stringify({ action: 'opened' });
    const digest = createHmac('sha256', secret).update(text).digest('hex');
    const headers = {
      'x-github-event': 'issues',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${digest}`,
    };
    return hub.api.request('POST', path, { key: null, text, headers });
  },
  pagerduty: ({ secret }, path) => {
    const text = JSON.stringify({
      event: { id: randomUUID(), event_type: 'incident.triggered', occurred_at: '2026-11-28T20:00:00Z' },
    });
    const digest = createHmac('sha256', secret).update(text).digest('hex');
    return hub.api.request('POST', path, { key: null, text, headers: { 'x-pagerduty-signature': `v1=${digest}` } });
  },
  entra_id: ({ id, secret }, path) => {
    const value = [{ id: randomUUID(), subscriptionId: id, changeType: 'updated', clientState: secret }];
    return hub.api.request('POST', path, { key: null, body: { value } });
  },
  okta: ({ secret }, path) => {
    const events = [{ uuid: randomUUID(), eventType: 'user.lifecycle.create', published: '2026-11-28T20:00:00Z' }];
    return hub.api.request('POST', path, { key: null, body: { data: { events } }, headers: { authorization: secret } });
  },
};

const named = Object.entries(vendors);

describe('test/integration/subscriptions', { timeout: 60_000 }, () => {
  it.each(named)(
    'registers with %s on activation, takes what it sends, and removes it on deactivation',
    async (name, start) => {
      const vendor = start(hub.stub);
      const other = { id: '99', url: 'https://elsewhere.example/hook', events: [], secret: '' };
      vendor.hooks.push(other);
      const added = await acts.add(vendor);
      expect(await acts.subscriptionOf(added.workflow)).toMatchObject({ status: 'pending' });
      if (name === 'okta')
        vendor.tries.challenge = async ({ secret }) => {
          const headers = { authorization: secret, 'x-okta-verification-challenge': 'word' };
          const answer = await hub.api.request('GET', added.path, { key: null, headers });
          return answer.status === 200;
        };
      if (name === 'entra_id')
        vendor.tries.challenge = async () =>
          (await (await hub.api.app.request(`${added.path}?validationToken=word`, { method: 'POST' })).text()) ===
          'word';

      await acts.keep(added.path);

      const [, hook] = vendor.hooks;
      expect(hook).toMatchObject({ id: '1', url: `https://hub.example.com${added.path}` });
      expect(await acts.hookOf(added.workflow)).toMatchObject({
        has_credentials: true,
        subscription: { status: 'active', id: '1' },
      });
      const send = deliveries[name];
      if (hook === undefined || send === undefined) throw new Error('Nothing was made.');
      expect([200, 202]).toContain((await send(hook, added.path)).status);
      expect((await send({ ...hook, secret: 'another' }, added.path)).status).toBe(401);

      await hub.api.request('POST', `/v1/integrations/${added.integration}/deactivate`);
      expect(await acts.subscriptionOf(added.workflow)).toMatchObject({ status: 'removing' });
      await acts.keep(added.path);

      expect(vendor.hooks).toEqual([other]);
      expect(await acts.subscriptionOf(added.workflow)).toBeUndefined();
    },
  );

  it('removes what an integration had that is deleted, or whose trigger goes', async () => {
    const vendor = startGithub(hub.stub);
    const [one, two] = [await acts.add(vendor), await acts.add(vendor)];
    await acts.keep(one.path);
    await acts.keep(two.path);
    expect(vendor.hooks).toHaveLength(2);

    expect((await hub.api.request('DELETE', `/v1/integrations/${one.integration}`)).status).toBe(200);
    const { data } = await hub.api.request('GET', `/v1/integrations/${two.integration}`);
    const body = { triggers: [{ type: 'manual' }] };
    expect((await hub.api.request('PATCH', `/v1/integrations/${data.id}`, { body })).error).toBeUndefined();
    await acts.keep(one.path);
    await acts.keep(two.path);

    expect(vendor.hooks).toEqual([]);
  });

  it('makes again what the vendor lost, and starts a run that reads what was missed', async () => {
    const vendor = startGithub(hub.stub);
    const added = await acts.add(vendor);
    await acts.keep(added.path);
    vendor.hooks.length = 0;
    const events = async () => (await hub.api.request('GET', `/v1/workflows/${added.workflow}/hook-events`)).list;
    expect(await events()).toEqual([]);

    await acts.keep(added.path);
    expect(vendor.hooks).toEqual([]);
    await acts.age(added.path, 'checked_at', '7 h');
    await acts.keep(added.path);

    expect(vendor.hooks).toMatchObject([{ id: '2' }]);
    expect(await events()).toMatchObject([{ name: 'subscription.restored', run_id: expect.stringMatching(/^run_/) }]);
  });

  it('removes others that send to the same address', async () => {
    const vendor = startGithub(hub.stub);
    const added = await acts.add(vendor);
    await acts.keep(added.path);
    const [hook] = vendor.hooks;
    if (hook !== undefined) vendor.hooks.push({ ...hook, id: '50' });
    await acts.age(added.path, 'checked_at', '7 h');

    await acts.keep(added.path);

    expect(vendor.hooks).toMatchObject([{ id: '1' }]);
  });

  it('renews what ends when a third of its life is left, and not before', async () => {
    const vendor = startGraph(hub.stub);
    const added = await acts.add(vendor);
    await acts.keep(added.path);
    const [{ endsAt: first = '' } = {}] = vendor.hooks;
    expect(Date.parse(first) - Date.now()).toBeGreaterThan(28 * 86_400_000);

    await acts.age(added.path, 'ends_at', '10 days');
    await acts.keep(added.path);
    expect(hub.stub.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(0);
    await acts.age(added.path, 'ends_at', '10 days');
    await acts.keep(added.path);

    const [{ endsAt: second = '', id } = {}] = vendor.hooks;
    expect(id).toBe('1');
    expect(Date.parse(second)).toBeGreaterThan(Date.parse(first));
    expect(await acts.subscriptionOf(added.workflow)).toMatchObject({ status: 'active', ends_at: second });
    vendor.hooks.length = 0;
    await acts.age(added.path, 'ends_at', '29 days');
    await acts.keep(added.path);
    expect(vendor.hooks).toMatchObject([{ id: '2' }]);
  });

  it('says why nothing could be registered, and tries again', async () => {
    const vendor = startGithub(hub.stub);
    vendor.refusals.push({ status: 403, json: { message: 'Resource not accessible by personal access token' } });
    const added = await acts.add(vendor);
    await acts.keep(added.path);

    const failing = await acts.subscriptionOf(added.workflow);
    expect(failing).toMatchObject({
      status: 'failing',
      to: 'repository',
      events: ['issues'],
      last_error: { code: 'permission' },
    });
    expect(failing?.['id']).toBeUndefined();
    await acts.keep(added.path);

    expect(vendor.hooks).toHaveLength(1);
    expect(await acts.subscriptionOf(added.workflow)).not.toHaveProperty('last_error');
  });

  it('makes it again where the trigger asks for other events, one after the other', async () => {
    const vendor = startGithub(hub.stub);
    const added = await acts.add(vendor);
    await acts.keep(added.path);
    const triggers = [{ type: 'webhook', subscribe: { events: ['issues', 'push'] } }];
    expect(
      (await hub.api.request('PATCH', `/v1/integrations/${added.integration}`, { body: { triggers } })).error,
    ).toBeUndefined();

    await acts.keep(added.path);

    expect(vendor.hooks).toMatchObject([{ id: '2', events: ['issues', 'push'] }]);
  });

  it('does so for event triggers as well, beside what they poll', async () => {
    const vendor = startOkta(hub.stub);
    const added = await acts.add(vendor, { type: 'event', poll: '1h', subscribe: true });
    await acts.keep(added.path);

    expect(vendor.hooks).toMatchObject([{ id: '1', isVerified: true }]);
  });
});
