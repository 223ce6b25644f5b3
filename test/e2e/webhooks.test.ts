import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Item, startTestApi, type TestApi } from '../api/harness.ts';
import { WebhookReceiver } from '../harness/servers/webhook-receiver.ts';
import { startWorkerProcess, type WorkerProcess } from '../harness/processes/worker-process.ts';

let api: TestApi;
let receiver: WebhookReceiver;
let workers: WorkerProcess[];

/** As many waits as may be, of 50 ms each, in place of the usual days. */
const compressed = Array(20).fill('0.05').join(',');
/** A process takes long to start where every processor is busy. */
const timeoutMs = 300_000;

beforeEach(async () => {
  receiver = await WebhookReceiver.start();
  api = await startTestApi({ allow: ['127.0.0.0/8'] });
  workers = [];
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await api.close();
  await receiver.stop();
});

async function startWorker(): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(api, {
    HUB_EGRESS_ALLOW: receiver.place,
    HUB_WEBHOOK_RETRY_SECONDS: compressed,
    HUB_WEBHOOK_TIMEOUT_SECONDS: '2',
  });
  workers.push(worker);
  return worker;
}

async function addEndpoint(ordering: string): Promise<Item> {
  const { status, data } = await api.request('POST', '/v1/webhook-endpoints', {
    body: { name: 'Receiver', url: receiver.url, events: ['connection.*'], ordering },
  });
  expect(status).toBe(201);
  receiver.secret = String(data['secret']);
  return data;
}

/** Makes so many events, one after the other. @returns what they are about. */
async function addConnections(count: number): Promise<string[]> {
  const ids = [];
  for (let n = 0; n < count; n += 1) {
    const { data } = await api.request('POST', '/v1/connections', {
      body: { name: `c${n}`, service_type: 'http', credentials: {}, config: { base_url: 'https://example.com' } },
    });
    ids.push(data.id);
  }
  return ids;
}

/** What became of every delivery of an endpoint, oldest first. */
async function readDeliveries(endpoint: Item): Promise<{ id: string; about: unknown; status: unknown }[]> {
  const { list } = await api.request('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries`);
  return list.map(({ id, status, request }) => ({ id, about: Object(request).body.data.id, status })).toReversed();
}

describe('test/e2e/webhooks', () => {
  it.each(['none', 'strict'])(
    'gets every event to an endpoint that failed for a while, each under one id (ordering: %s)',
    async (ordering) => {
      let failures = 12;
      receiver.answer = () => ({ status: failures-- > 0 ? 500 : 204 });
      const endpoint = await addEndpoint(ordering);
      await startWorker();

      const connections = await addConnections(20);
      await receiver.waitUntil((seen) => new Set(seen.taken().map(({ id }) => id)).size === connections.length);
      await expect
        .poll(async () => (await readDeliveries(endpoint)).every(({ status }) => status === 'delivered'), {
          timeout: timeoutMs / 2,
        })
        .toBe(true);

      const deliveries = await readDeliveries(endpoint);
      const taken = receiver.taken();
      expect(deliveries.map(({ about }) => about)).toEqual(connections);
      expect(taken.map(({ id }) => id).toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
      expect(receiver.taken(500)).toHaveLength(12);
      if (ordering === 'strict') expect(taken.map(({ data }) => data['id'])).toEqual(connections);
    },
    timeoutMs,
  );

  it(
    'loses nothing when a worker is killed between a delivery and its bookkeeping',
    async () => {
      const endpoint = await addEndpoint('strict');
      const killed = await startWorker();
      // Whoever holds the queue's row keeps the worker from writing anything down.
      const hold = await api.admin.reserve();
      await hold`begin`;
      receiver.answer = async () => {
        if (receiver.messages.length === 0) await hold`select 1 from webhook_queues for update`;
        return { status: 204 };
      };

      const connections = await addConnections(3);
      await receiver.waitUntil(({ messages }) => messages.length === 1);
      await expect.poll(countWaiting, { timeout: timeoutMs / 2 }).toBeGreaterThan(0);
      await killed.kill();
      await hold`rollback`;
      hold.release();
      await startWorker();
      await receiver.waitUntil(({ messages }) => messages.length === 4);
      await expect
        .poll(async () => (await readDeliveries(endpoint)).map(({ status }) => status), { timeout: timeoutMs / 2 })
        .toEqual(['delivered', 'delivered', 'delivered']);

      const [first, second] = receiver.messages;
      expect(first?.id).toBe(second?.id);
      expect(receiver.messages.map(({ data }) => data['id'])).toEqual([connections[0], ...connections]);
    },
    timeoutMs,
  );
});

/** Statements that wait for a row which somebody else holds. */
async function countWaiting(): Promise<number> {
  const [row] = await api.admin<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%webhook_queues%'`;
  return row?.waiting ?? 0;
}
