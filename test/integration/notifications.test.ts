import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { openDatabase } from '../../drizzle/client.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { notifyWaiting } from '../../worker/notify-waiting.ts';
import { addIntegration } from '../api/flows.ts';
import { type Item, startTestApi, type TestApi } from '../api/harness.ts';
import { HttpStub } from '../harness/http.ts';
import { type DeliveryLoop, startDeliveryLoop } from '../harness/processes/delivery-loop.ts';
import { type PostOffice, startPostOffice } from '../lab/smtp.ts';

let api: TestApi;
let loop: DeliveryLoop;
let chat: HttpStub;
let office: PostOffice;
let integration: Item;
let other: Item;

const secretPath = '/services/T0/canary-of-chat';

beforeAll(async () => {
  api = await startTestApi({ allow: ['127.0.0.0/8'] });
  chat = await HttpStub.start();
  office = await startPostOffice({
    user: 'hub',
    password: 'right word',
    refuse: (to) => (to.startsWith('gone') ? { status: 550, message: 'No such user' } : undefined),
  });
  const mailer = {
    url: `smtp://hub:right%20word@localhost:${office.port}`,
    from: 'hub@example.com',
    ca: office.certificate,
  };
  const policy = { retryMs: [20, 20], disableAfterMs: 3_600_000 };
  loop = await startDeliveryLoop(api, { policy, timeoutMs: 10_000, allow: ['127.0.0.0/8'], mailer });
  integration = await addIntegration(api, { name: 'People' });
  other = await addIntegration(api, { name: 'Other' });
});

afterAll(async () => {
  await loop.stop();
  await Promise.all([chat.stop(), office.stop()]);
  await api.close();
});

async function addEndpoint(members: object): Promise<Item> {
  const { data, error } = await api.request('POST', '/v1/webhook-endpoints', {
    body: { name: 'Ops', events: ['notification.*'], ...members },
  });
  expect(error).toBeUndefined();
  return data;
}

/** Ends a run as a worker does. */
async function endRun(of: Item, status: string): Promise<void> {
  const { data: run } = await api.request('POST', `/v1/integrations/${of.id}/execute`);
  const error = status === 'failed' ? { code: 'transient', message: 'canary-of-a-record' } : null;
  await api.admin`
    update runs set status = ${status}, finished_at = now(), error = ${error === null ? null : JSON.stringify(error)}::text::jsonb
    where id = ${toLookup('run', run.id)}`;
}

async function listTypes(endpoint: Item): Promise<unknown[]> {
  const { list } = await api.request('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries`);
  return list.map((delivery) => delivery['event_type']).toReversed();
}

describe('test/integration/notifications', { timeout: 60_000 }, () => {
  it('tells a chat once of what goes on, again after a day, and once when it is over', async () => {
    const texts: string[] = [];
    chat.always(`POST ${secretPath}`, ({ body }) => {
      texts.push(JSON.parse(body).text);
      return { status: 200, body: 'ok' };
    });
    const endpoint = await addEndpoint({
      format: 'slack',
      url: chat.url + secretPath,
      integration_ids: [integration.id],
    });
    expect([endpoint['url'], JSON.stringify(await api.admin`select * from webhook_endpoints`)]).toEqual([
      `${chat.url}/`,
      expect.not.stringContaining('canary-of-chat'),
    ]);

    await endRun(integration, 'failed');
    await endRun(other, 'failed');
    await endRun(integration, 'failed');
    expect(await listTypes(endpoint)).toEqual(['notification.failed']);
    await api.admin`update problems set notified_at = notified_at - interval '25 hours'`;
    await endRun(integration, 'failed');
    await endRun(integration, 'succeeded');
    await endRun(integration, 'succeeded');

    expect(await listTypes(endpoint)).toEqual(['notification.failed', 'notification.failed', 'notification.recovered']);
    await expect.poll(() => texts.length, { timeout: 20_000 }).toBe(3);
    expect(texts.toSorted().map((text) => text.split('\n')[0])).toEqual([
      '*People: a run failed*',
      '*People: a run failed*',
      '*People: all is well again*',
    ]);
    expect(texts.join()).not.toContain('canary-of-a-record');
    const { list } = await api.request('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries`);
    expect(JSON.stringify(list)).not.toContain('canary-of-chat');
  });

  it("writes through the operator's mail server, and tries an address", async () => {
    const endpoint = await addEndpoint({ format: 'email', url: 'mailto:ops@example.com,boss@example.com' });
    const { status } = await api.request('POST', `/v1/webhook-endpoints/${endpoint.id}/test`);
    await expect.poll(() => office.deliveries.length, { timeout: 20_000 }).toBe(1);

    const [mail] = office.deliveries;
    expect([status, mail?.from, mail?.to]).toEqual([202, 'hub@example.com', ['ops@example.com', 'boss@example.com']]);
    expect(mail?.content).toContain('Subject: Ops: this is a test');
  });

  it('sends a mail once to those who can have it, and says that others were refused', async () => {
    const before = office.deliveries.length;
    const endpoint = await addEndpoint({ format: 'email', url: 'mailto:ops@example.com,gone@example.com' });
    await api.request('POST', `/v1/webhook-endpoints/${endpoint.id}/test`);
    const read = async (): Promise<Item | undefined> =>
      (await api.request('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries`)).list[0];
    await expect.poll(async () => (await read())?.['status'], { timeout: 20_000 }).toBe('delivered');

    const error = expect.stringMatching(/refused 1 of the recipients/);
    expect(await read()).toMatchObject({ attempt_count: 1, attempts: [{ error }] });
    expect(office.deliveries.slice(before).map(({ to }) => to)).toEqual([['ops@example.com']]);
  });

  it('sends Teams a card, and tells of a broken connection once', async () => {
    const cards: string[] = [];
    chat.always('POST /teams', ({ body }) => {
      cards.push(JSON.parse(body).attachments[0].content.body[0].text);
      return { status: 202 };
    });
    await addEndpoint({
      format: 'teams',
      url: `${chat.url}/teams`,
      events: ['notification.connection_broken', 'notification.recovered'],
    });
    const body = {
      name: 'Directory',
      service_type: 'http',
      credentials: {},
      config: { base_url: 'https://example.com' },
    };
    const { data } = await api.request('POST', '/v1/connections', { body });
    for (const status of ['error', 'expired', 'active', 'active']) {
      await api.admin`update connections set status = ${status} where id = ${toLookup('connection', data.id)}`;
    }
    await expect
      .poll(() => cards.toSorted(), { timeout: 20_000 })
      .toEqual(['Directory: all is well again', 'Directory: the connection is broken']);
  });

  it('tells once of a run that makes no progress for an hour', async () => {
    const endpoint = await addEndpoint({ url: `${chat.url}/x`, events: ['notification.waiting_too_long'] });
    chat.always('POST /x', { status: 204 });
    const waits = await addIntegration(api, { name: 'Waits' });
    const { data: run } = await api.request('POST', `/v1/integrations/${waits.id}/execute`);
    await api.admin`update runs set updated_at = now() - interval '2 hours' where id = ${toLookup('run', run.id)}`;
    const relayDatabase = openDatabase(api.testDatabase.relayUrl, { role: 'hub_relay', max: 1 });

    await notifyWaiting({ database: api.database, relayDatabase });
    await notifyWaiting({ database: api.database, relayDatabase });

    await relayDatabase.close();
    expect(await listTypes(endpoint)).toEqual(['notification.waiting_too_long']);
    await expect.poll(() => chat.requests.some(({ url }) => url === '/x'), { timeout: 20_000 }).toBe(true);
  });

  it('refuses what a format cannot take', async () => {
    const url = `${chat.url}/x`;
    const cases: [object, string][] = [
      [{ format: 'slack', url, events: ['run.failed'] }, 'events[0]'],
      [{ format: 'email', url: 'mailto:nobody' }, 'url'],
      [{ format: 'email', url }, 'url'],
      [{ format: 'slack', url, integration_ids: [newUuid()] }, 'integration_ids[0]'],
    ];
    for (const [members, path] of cases) {
      const { status, error } = await api.request('POST', '/v1/webhook-endpoints', {
        body: { name: 'Ops', events: ['notification.*'], ...members },
      });
      expect([status, error.details.errors?.[0]?.path]).toEqual([400, path]);
    }
    const { id } = await addEndpoint({ format: 'slack', url });
    const named = await api.request('PATCH', `/v1/webhook-endpoints/${id}`, { body: { name: 'Renamed' } });
    const changed = await api.request('PATCH', `/v1/webhook-endpoints/${id}`, { body: { format: 'teams' } });
    expect([named.status, named.data['name'], changed.status]).toEqual([200, 'Renamed', 400]);
  });
});
