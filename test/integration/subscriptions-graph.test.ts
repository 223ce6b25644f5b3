import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnSubscriptions } from './subscription-acts.ts';
import { startGraph, type TestVendor } from './subscription-vendors.ts';

const hub = useStubbedHub();
const acts = actOnSubscriptions(hub);

const mailboxes = ['service@contoso.com'];
const outlook = { serviceType: 'microsoft_outlook', config: { mailboxes }, object: 'messages' };
const teams = { serviceType: 'microsoft_teams', config: {}, object: 'chat_messages' };
const site = 'contoso.sharepoint.com,2c712604-1370-44e7-a1f5-426573fda80a,2d2244c3-251a-49ea-93a8-39e1c3a060fe';
const list = 'b57af081-936c-4803-a120-d94887b03864';
const sharepoint = {
  serviceType: 'microsoft_sharepoint',
  config: { site_id: site, list_ids: [list] },
  object: 'list_items',
};

const dayMs = 86_400_000;

/** Saves a trigger that is refused. */
async function refuse(vendor: TestVendor, subscribe: object): Promise<unknown> {
  const { integration } = await acts.add(vendor, { type: 'webhook' });
  const body = { triggers: [{ type: 'webhook', subscribe }] };
  return (await hub.api.request('PATCH', `/v1/integrations/${integration}`, { body })).error?.details.errors;
}

describe('test/integration/subscriptions-graph', { timeout: 60_000 }, () => {
  it.each([
    ['messages', outlook, true, `users/${mailboxes[0]}/messages`, 7, true],
    ['events', { ...outlook, object: 'events' }, true, `users/${mailboxes[0]}/events`, 7, true],
    ['contacts', { ...outlook, object: 'contacts' }, true, `users/${mailboxes[0]}/contacts`, 7, true],
    ['messages of chats', teams, { of: { user_id: 'u1' } }, 'users/u1/chats/getAllMessages', 3, true],
    [
      'messages of a chat',
      teams,
      { to: 'chat_messages', of: { chat_id: '19:8ea@unq' } },
      'chats/19:8ea@unq/messages',
      3,
      true,
    ],
    [
      'messages of a channel',
      teams,
      { to: 'channel_messages', events: ['created'], of: { team_id: 't1', channel_id: '19:a@thread.tacv2' } },
      'teams/t1/channels/19:a@thread.tacv2/messages',
      3,
      true,
    ],
    ['items of a list', sharepoint, true, `sites/${site}/lists/${list}`, 29.375, false],
    [
      'a library',
      { ...sharepoint, object: 'drives' },
      { of: { drive_id: 'b!-RIj2DuyvEyV1T4NlOaMHk8' } },
      'drives/b!-RIj2DuyvEyV1T4NlOaMHk8/root',
      29.375,
      false,
    ],
  ])('subscribes to %s for as long as Graph allows', async (_, facts, subscribe, resource, days, lifecycle) => {
    const vendor = startGraph(hub.stub, facts);
    const added = await acts.add(vendor, { type: 'webhook', subscribe });
    await acts.keep(added.path);

    expect(await acts.subscriptionOf(added.workflow)).toMatchObject({ status: 'active', id: '1' });
    const [{ resource: asked, lifecycleUrl, url, endsAt = '' } = {}] = vendor.hooks;
    expect(asked).toBe(resource);
    expect(lifecycleUrl).toBe(lifecycle ? url : undefined);
    const lifeMs = Date.parse(endsAt) - Date.now();
    expect(lifeMs).toBeLessThan(days * dayMs);
    expect(lifeMs).toBeGreaterThan(days * dayMs - 3_600_000);
  });

  it('renews at once what Graph asks to authorize again, and makes again what it says it removed', async () => {
    const vendor = startGraph(hub.stub, outlook);
    const added = await acts.add(vendor);
    await acts.keep(added.path);
    const [made] = vendor.hooks;
    const clientState = made?.secret ?? '';
    const first = made?.endsAt ?? '';
    const tell = (lifecycleEvent: string, subscriptionId: string, state: string) => {
      const value = [{ id: randomUUID(), subscriptionId, lifecycleEvent, clientState: state }];
      return hub.api.request('POST', added.path, { key: null, body: { value } });
    };
    const renewals = () => hub.stub.requests.filter(({ method }) => method === 'PATCH').length;
    await acts.keep(added.path);
    expect(renewals()).toBe(0);

    expect((await tell('reauthorizationRequired', '1', 'of somebody else')).status).toBe(401);
    await acts.keep(added.path);
    expect(renewals()).toBe(0);
    expect((await tell('reauthorizationRequired', '1', clientState)).status).toBe(202);
    await acts.keep(added.path);
    expect(renewals()).toBe(1);
    expect(Date.parse(String(vendor.hooks[0]?.endsAt))).toBeGreaterThan(Date.parse(first));

    vendor.hooks.length = 0;
    expect((await tell('subscriptionRemoved', '1', clientState)).status).toBe(202);
    await acts.keep(added.path);
    expect(vendor.hooks).toMatchObject([{ id: '2' }]);
  });

  it('refuses what a topic is not about, and asks for what it has to be about', async () => {
    expect(await refuse(startGraph(hub.stub, teams), { to: 'chat_messages' })).toMatchObject([
      { path: 'triggers[0].subscribe.of.chat_id', code: 'required' },
    ]);
    expect(await refuse(startGraph(hub.stub, outlook), { of: { mailbox: 'a/../b', folder: 'x' } })).toMatchObject([
      { path: 'triggers[0].subscribe.of.folder', code: 'unexpected', allowed: ['mailbox'] },
      { path: 'triggers[0].subscribe.of.mailbox', code: 'invalid_format' },
    ]);
  });

  it.each([
    ['has several and none is named', {}, 'exactly one in `mailboxes`'],
    ['does not have the one that is named', { of: { mailbox: 'other@contoso.com' } }, 'is not in `mailboxes`'],
  ])('says so where the connection %s', async (_, subscribe, message) => {
    const config = { mailboxes: ['a@contoso.com', 'b@contoso.com'] };
    const vendor = startGraph(hub.stub, { ...outlook, config });
    const added = await acts.add(vendor, { type: 'webhook', subscribe });
    await acts.keep(added.path);

    expect(vendor.hooks).toEqual([]);
    expect(await acts.subscriptionOf(added.workflow)).toMatchObject({
      status: 'failing',
      last_error: { code: 'config', message: expect.stringContaining(message) },
    });
  });
});
