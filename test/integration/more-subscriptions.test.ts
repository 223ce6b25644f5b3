import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../api/harness.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { moreVendors, startZendesk } from './more-subscription-vendors.ts';
import { actOnSubscriptions } from './subscription-acts.ts';
import type { VendorHook } from './subscription-vendors.ts';

const hub = useStubbedHub();
const acts = actOnSubscriptions(hub);

type Encoding = 'hex' | 'base64';

function sign(secret: string, text: string, algorithm = 'sha256', encoding: Encoding = 'hex'): string {
  return createHmac(algorithm, secret).update(text).digest(encoding);
}

/** What each vendor sends, signed with what it was given or what it made. */
const deliveries: Record<string, (secret: string) => { text: string; headers: Record<string, string> }> = {
  gitlab: (secret) => ({
    text: JSON.stringify({ object_kind: 'issue' }),
    headers: { 'x-gitlab-token': secret, 'x-gitlab-event': 'Issue Hook', 'idempotency-key': randomUUID() },
  }),
  jira: (secret) => {
    const text = JSON.stringify({ webhookEvent: 'jira:issue_updated', timestamp: Date.now() });
    const identifier = { 'x-atlassian-webhook-identifier': randomUUID() };
    return { text, headers: { ...identifier, 'x-hub-signature': `sha256=${sign(secret, text)}` } };
  },
  zendesk: (secret) => {
    const at = new Date().toISOString();
    const text = JSON.stringify({ type: 'zen:event-type:ticket.created', id: randomUUID(), time: at });
    return {
      text,
      headers: {
        'x-zendesk-webhook-signature': sign(secret, `${at}${text}`, 'sha256', 'base64'),
        'x-zendesk-webhook-signature-timestamp': at,
      },
    };
  },
  bitbucket: (secret) => {
    const text = JSON.stringify({ repository: {} });
    const facts = { 'x-event-key': 'repo:updated', 'x-request-uuid': randomUUID() };
    return { text, headers: { ...facts, 'x-hub-signature': `sha256=${sign(secret, text)}` } };
  },
  linear: (secret) => {
    const text = JSON.stringify({ type: 'Issue', action: 'update', webhookTimestamp: Date.now() });
    return { text, headers: { 'linear-delivery': randomUUID(), 'linear-signature': sign(secret, text) } };
  },
  clickup: (secret) => {
    const text = JSON.stringify({ event: 'taskUpdated', history_items: [] });
    return { text, headers: { 'x-signature': sign(secret, text) } };
  },
  vercel: (secret) => {
    const text = JSON.stringify({ id: randomUUID(), type: 'project.created', createdAt: Date.now() });
    return { text, headers: { 'x-vercel-signature': sign(secret, text, 'sha1') } };
  },
};

function send(name: string, { secret }: VendorHook, path: string): Promise<Answer> {
  const delivery = deliveries[name]?.(secret);
  if (delivery === undefined) throw new TypeError(`Nothing is known of what ${name} sends.`);
  return hub.api.request('POST', path, { key: null, ...delivery });
}

describe('test/integration/more-subscriptions', { timeout: 60_000 }, () => {
  it.each(Object.entries(moreVendors))(
    'registers with %s on activation, takes what it sends, and removes it on deactivation',
    async (name, start) => {
      const vendor = start(hub.stub);
      const other = { id: '99', url: 'https://elsewhere.example/hook', events: [], secret: '' };
      vendor.hooks.push(other);
      const added = await acts.add(vendor);

      await acts.keep(added.path);

      const [, hook] = vendor.hooks;
      if (hook === undefined) throw new Error('Nothing was made.');
      expect(hook.url).toBe(`https://hub.example.com${added.path}`);
      expect(hook.events).not.toEqual([]);
      const { subscription } = await acts.hookOf(added.workflow);
      expect(subscription).toMatchObject({ status: 'active' });
      expect([200, 202]).toContain((await send(name, hook, added.path)).status);
      expect((await send(name, { ...hook, secret: 'another' }, added.path)).status).toBe(401);

      await acts.age(added.path, 'checked_at', '7 h');
      await acts.keep(added.path);
      expect(vendor.made()).toBe(1);

      await hub.api.request('POST', `/v1/integrations/${added.integration}/deactivate`);
      await acts.keep(added.path);
      expect(vendor.hooks).toEqual([other]);
      expect(await acts.subscriptionOf(added.workflow)).toBeUndefined();
    },
  );

  it('removes what was made, where the vendor does not tell its secret', async () => {
    const vendor = startZendesk(hub.stub);
    const added = await acts.add(vendor);
    vendor.hidden = true;
    await acts.keep(added.path);
    expect(vendor.hooks).toHaveLength(1);
    expect(await acts.subscriptionOf(added.workflow)).toMatchObject({ status: 'failing' });

    vendor.hidden = false;
    await acts.keep(added.path);

    expect(vendor.hooks.map(({ id }) => id)).toEqual(['2']);
    expect(await acts.subscriptionOf(added.workflow)).toMatchObject({ status: 'active', id: '2' });
  });
});
