import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type Item, type TestApi } from '../api/harness.ts';
import { type DeliveryLoop, startDeliveryLoop } from '../harness/processes/delivery-loop.ts';
import { HttpStub } from '../harness/http.ts';
import { WebhookReceiver } from '../harness/servers/webhook-receiver.ts';

let api: TestApi;
let receiver: WebhookReceiver;
let loops: DeliveryLoop[];

const hourMs = 3_600_000;
/** Failures are repeated at once; after the last one a delivery is given up. */
const policy = { retryMs: [20, 20], disableAfterMs: hourMs };

beforeEach(async () => {
  receiver = await WebhookReceiver.start();
  api = await startTestApi({ allow: ['127.0.0.0/8'] });
  loops = [];
});

afterEach(async () => {
  for (const loop of loops) await loop.stop();
  await api.close();
  await receiver.stop();
});

async function start(options: Partial<Parameters<typeof startDeliveryLoop>[1]> = {}): Promise<DeliveryLoop> {
  const loop = await startDeliveryLoop(api, { policy, timeoutMs: 10_000, allow: ['127.0.0.0/8'], ...options });
  loops.push(loop);
  return loop;
}

async function addEndpoint(members: Record<string, unknown> = {}, key?: string): Promise<Item> {
  const created = await api.request('POST', '/v1/webhook-endpoints', {
    ...(key === undefined ? {} : { key }),
    body: { name: 'Receiver', url: receiver.url, events: ['connection.*', 'webhook_endpoint.*'], ...members },
  });
  expect(created.status).toBe(201);
  if (members['url'] === undefined) receiver.secret = String(created.data['secret']);
  return created.data;
}

/** Makes an event: a connection. */
async function addConnection(name: string, key?: string): Promise<Item> {
  const created = await api.request('POST', '/v1/connections', {
    ...(key === undefined ? {} : { key }),
    body: { name, service_type: 'http', credentials: {}, config: { base_url: 'https://example.com' } },
  });
  expect(created.status).toBe(201);
  return created.data;
}

async function listDeliveries(endpoint: Item): Promise<Item[]> {
  return (await api.request('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries`)).list;
}

/** Waits until the newest delivery of an endpoint is as wanted. */
async function waitForDelivery(endpoint: Item, isWanted: (delivery: Item) => boolean): Promise<Item> {
  let found: Item | undefined;
  await expect
    .poll(
      async () => {
        [found] = await listDeliveries(endpoint);
        return found !== undefined && isWanted(found);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  return found ?? endpoint;
}

async function getEndpoint(endpoint: Item): Promise<Item> {
  return (await api.request('GET', `/v1/webhook-endpoints/${endpoint.id}`)).data;
}

describe('test/integration/webhook-deliveries', { timeout: 120_000 }, () => {
  it('sends an event that a library of the standard verifies, and shows what was sent and answered', async () => {
    const endpoint = await addEndpoint();
    receiver.answer = () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(5000) });
    await start();

    const connection = await addConnection('Warehouse');
    const delivery = await waitForDelivery(endpoint, ({ status }) => status === 'delivered');

    expect(receiver.messages).toMatchObject([{ type: 'connection.created', answered: 200 }]);
    expect(receiver.messages[0]?.id).toBe(delivery.id);
    expect(delivery).toMatchObject({
      event_type: 'connection.created',
      attempt_count: 1,
      request: { body: { data: { id: connection.id, name: 'Warehouse', status: 'active' } } },
      attempts: [{ url: receiver.url, response: { status: 200, content_type: 'text/plain', body: 'x'.repeat(1024) } }],
    });
    expect(JSON.stringify(delivery)).not.toContain('v1,');
  });

  it('signs with both secrets while a rotation lasts, and with the new one afterwards', async () => {
    const endpoint = await addEndpoint();
    const before = receiver.secret;
    await start();
    const rotate = async (seconds: number): Promise<string> => {
      const rotated = await api.request('POST', `/v1/webhook-endpoints/${endpoint.id}/rotate-secret`, {
        body: { overlap_seconds: seconds },
      });
      return String(rotated.data['secret']);
    };
    const signatures = (): unknown[] =>
      receiver.stub.requests.map(({ headers }) => String(headers['webhook-signature']).split(' ').length);

    const after = await rotate(3600);
    await addConnection('First');
    await receiver.waitUntil(({ messages }) => messages.length === 1);
    receiver.secret = after;
    await addConnection('Second');
    await receiver.waitUntil(({ messages }) => messages.length === 2);
    receiver.secret = await rotate(0);
    await addConnection('Third');
    await receiver.waitUntil(({ messages }) => messages.length === 3);

    expect(receiver.messages.map(({ answered }) => answered)).toEqual([204, 204, 204]);
    expect(signatures()).toEqual([2, 2, 1]);
    expect(new Set([before, after, receiver.secret]).size).toBe(3);
  });

  it('repeats an event under the same id, gives it up after the last attempt, and sends it again on demand', async () => {
    const endpoint = await addEndpoint();
    receiver.answer = () => ({ status: 503 });
    await start();

    await addConnection('Warehouse');
    const failed = await waitForDelivery(endpoint, ({ status }) => status === 'failed');
    receiver.answer = () => ({ status: 204 });
    const redelivered = await api.request(
      'POST',
      `/v1/webhook-endpoints/${endpoint.id}/deliveries/${failed.id}/redeliver`,
    );
    const delivered = await waitForDelivery(endpoint, ({ status }) => status === 'delivered');

    expect(failed).toMatchObject({ attempt_count: 3, attempts: [{ number: 1 }, { number: 2 }, { number: 3 }] });
    expect(redelivered.status).toBe(200);
    expect(delivered).toMatchObject({ id: failed.id, attempt_count: 4 });
    expect(receiver.messages.map(({ id }) => id)).toEqual(Array(4).fill(failed.id));
    expect((await getEndpoint(endpoint))['failing_since']).toBeUndefined();
  });

  it('sends the events of a range again', async () => {
    const endpoint = await addEndpoint();
    await start();
    for (const name of ['a', 'b', 'c']) await addConnection(name);
    await receiver.waitUntil(({ messages }) => messages.length === 3);
    await expect
      .poll(async () => (await listDeliveries(endpoint)).map(({ status }) => status), { timeout: 60_000 })
      .toEqual(['delivered', 'delivered', 'delivered']);

    const path = `/v1/webhook-endpoints/${endpoint.id}/deliveries/redeliver`;
    const none = await api.request('POST', path);
    const all = await api.request('POST', path, { body: { status: 'delivered', event_type: 'connection.created' } });
    await receiver.waitUntil(({ messages }) => messages.length === 6);

    expect([none.data, all.data]).toEqual([
      { redelivered: 0, more: false },
      { redelivered: 3, more: false },
    ]);
    expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(3);
  });

  it('disables an endpoint that is gone, and tells the others', async () => {
    const gone = await HttpStub.start();
    gone.on('POST /', { status: 410 });
    const endpoint = await addEndpoint({ url: `${gone.url}/`, events: ['connection.created'] });
    await addEndpoint({ events: ['webhook_endpoint.disabled'] });
    const loop = await start();

    await addConnection('Warehouse');
    await receiver.waitUntil(({ messages }) => messages.length === 1);

    expect(receiver.messages).toMatchObject([
      { type: 'webhook_endpoint.disabled', data: { id: endpoint.id, disabled_reason: 'gone' } },
    ]);
    expect(await getEndpoint(endpoint)).toMatchObject({ disabled: true, disabled_reason: 'gone' });
    expect(loop.logged.join()).toContain('webhook endpoint disabled');
    expect(await api.admin`select actor from audit_events where action = 'webhook_endpoint.disabled'`).toMatchObject([
      { actor: 'system' },
    ]);
    // Written by a worker, which shows it otherwise than the API does.
    const { data } = await api.request('POST', '/v1/audit-events/verify');
    expect(data).toMatchObject({ ok: true, unauthenticated: 0, problems: [] });
    await gone.stop();
  });

  it('disables an endpoint that took nothing for too long; what waits goes on when it is enabled', async () => {
    const endpoint = await addEndpoint({ events: ['connection.*'] });
    receiver.answer = () => ({ status: 500 });
    await start({ policy: { retryMs: [20, 20, 20], disableAfterMs: 1 } });

    await addConnection('Warehouse');
    await expect.poll(async () => (await getEndpoint(endpoint))['disabled'], { timeout: 60_000 }).toBe(true);
    const disabled = await getEndpoint(endpoint);
    await addConnection('Not told of');
    receiver.answer = () => ({ status: 204 });
    await api.request('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { body: { disabled: false } });
    const delivered = await waitForDelivery(endpoint, ({ status }) => status === 'delivered');

    expect(disabled).toMatchObject({ disabled_reason: 'failing' });
    expect(delivered['request']).toMatchObject({ body: { data: { name: 'Warehouse' } } });
    expect(await listDeliveries(endpoint)).toHaveLength(1);
  });

  it.each([
    ['a redirect', { status: 302, headers: { location: 'https://example.com/' } }, 'Redirects are not followed.'],
    ['a refusal', { status: 404 }, 'The endpoint answered 404.'],
  ])('takes %s for a failure', async (_, reply, error) => {
    const endpoint = await addEndpoint();
    receiver.answer = () => reply;
    await start();

    await addConnection('Warehouse');
    const failed = await waitForDelivery(endpoint, ({ status }) => status === 'failed');

    expect(failed['attempts']).toMatchObject([{ error }, { error }, { error }]);
  });

  it('sends nothing where the guard forbids it, whatever the endpoint was accepted as', async () => {
    const endpoint = await addEndpoint();
    await start({ allow: [] });

    await addConnection('Warehouse');
    const failed = await waitForDelivery(endpoint, ({ status }) => status === 'failed');

    expect(JSON.stringify(failed['attempts'])).toContain('127.0.0.1');
    expect(receiver.messages).toEqual([]);
  });

  it('gives up an answer that takes too long', async () => {
    const endpoint = await addEndpoint();
    const held = Promise.withResolvers<{ status: number }>();
    receiver.answer = () => held.promise;
    await start({ timeoutMs: 200 });

    await addConnection('Warehouse');
    const failed = await waitForDelivery(endpoint, ({ status }) => status === 'failed');
    held.resolve({ status: 204 });

    expect(failed['attempts']).toMatchObject([{ error: 'The system did not respond in time.' }, {}, {}]);
  });

  it('is held up by an endpoint that does not answer in no other of the organization, nor of another', async () => {
    const silent = await HttpStub.start();
    const held = Promise.withResolvers<void>();
    silent.always('POST /', () => held.promise);
    await addEndpoint({ url: `${silent.url}/`, events: ['connection.*'], ordering: 'strict' });
    const { api_key: key } = await api.addOrganization('Second');
    await start();

    const other = await addEndpoint({}, key);
    const otherSecret = receiver.secret;
    await addConnection('Theirs', key);
    await receiver.waitUntil(({ messages }) => messages.length === 1);
    await addEndpoint();
    await addConnection('Ours');
    await receiver.waitUntil(({ messages }) => messages.length === 2);

    expect(receiver.messages.map(({ answered, data }) => [answered, data['name']])).toEqual([
      [204, 'Theirs'],
      [204, 'Ours'],
    ]);
    expect(receiver.secret).not.toBe(otherSecret);
    expect((await api.request('GET', `/v1/webhook-endpoints/${other.id}/deliveries`)).status).toBe(404);
    held.resolve();
    await silent.stop().catch(() => undefined);
  });

  it('gives the place of a slow endpoint to one that waits longer, whatever backlog the slow one has', async () => {
    const slow = await HttpStub.start();
    const held: (() => void)[] = [];
    let isSlow = true;
    slow.always('POST /', async (_request, response) => {
      if (isSlow) await new Promise<void>((resolve) => held.push(resolve));
      response.writeHead(204).end();
    });
    // As many as an organization has places.
    for (let n = 0; n < 4; n += 1)
      await addEndpoint({ url: `${slow.url}/`, events: ['connection.*'], ordering: 'strict' });
    for (let n = 0; n < 3; n += 1) await addConnection(`Backlog ${n}`);
    await start({ turnMs: 1 });
    await expect.poll(() => held.length, { timeout: 60_000 }).toBe(4);

    await addEndpoint();
    await addConnection('Newest');
    for (const answer of held.splice(0)) answer();
    await receiver.waitUntil(({ messages }) => messages.length === 1);

    expect(receiver.messages).toMatchObject([{ answered: 204, data: { name: 'Newest' } }]);
    isSlow = false;
    for (const answer of held.splice(0)) answer();
    await slow.stop().catch(() => undefined);
  });

  it('begins nothing more after a failure, and loses nothing of a backlog', async () => {
    const endpoint = await addEndpoint();
    const names = Array.from({ length: 30 }, (_, n) => `c${n}`);
    for (const name of names) await addConnection(name);
    receiver.answer = () => ({ status: 500 });
    await start({ policy: { retryMs: [hourMs], disableAfterMs: hourMs } });

    await receiver.waitUntil(({ messages }) => messages.length > 0);
    await waitForDelivery(endpoint, ({ status }) => status === 'pending');
    await expect.poll(async () => (await getEndpoint(endpoint))['failing_since'], { timeout: 60_000 }).toBeDefined();
    const refused = receiver.messages.length;
    receiver.answer = () => ({ status: 204 });
    await api.request('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { body: { url: `${receiver.url}?again` } });
    await receiver.waitUntil(() => receiver.taken().length === names.length);

    expect(refused).toBeLessThanOrEqual(10);
    expect(new Set(receiver.taken().map(({ data }) => data['name']))).toEqual(new Set(names));
  });

  it('keeps the order of a strict endpoint among several workers', async () => {
    await addEndpoint({ ordering: 'strict' });
    await Promise.all([start(), start(), start()]);

    for (let n = 0; n < 10; n += 1) await addConnection(`c${n}`);
    await receiver.waitUntil(({ messages }) => messages.length === 10);

    expect(receiver.messages.map(({ data }) => data['name'])).toEqual(Array.from({ length: 10 }, (_, n) => `c${n}`));
  });
});
