import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiClient, connectApi } from '../../start/main-job/api-client.ts';
import { createConnection, createFlow, execute, isOver, readRun } from '../harness/flow.ts';
import { type HubProcess, startHubProcess } from '../harness/processes/hub-process.ts';
import { startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';

/** So long a write takes: a cancel finds several of them under way. */
const writeMs = 400;
const pageSize = 100;

let server: Server;
let written: string[] = [];
let hub: HubProcess;
let api: ApiClient;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const at = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') {
      const page = Number(at.searchParams.get('page') ?? 1);
      const people = Array.from({ length: pageSize }, (_, index) => ({ id: `p${page * pageSize + index}` }));
      return void response.end(JSON.stringify(page > 50 ? [] : people));
    }
    request.resume().on('end', () => {
      setTimeout(() => {
        written.push(at.pathname);
        response.end('{}');
      }, writeMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${portOf(server.address())}`;
  hub = await startHubProcess({ HUB_EGRESS_ALLOW: new URL(url).host });
  api = connectApi(hub.facts.api_url, hub.facts.api_key, new AbortController().signal);
}, startTimeoutMs);

afterAll(async () => {
  await hub.stop();
  server.close();
}, stopTimeoutMs);

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  return address.port;
}

async function addFlow(): Promise<string> {
  const input = { name: 'people', service_type: 'http', config: { base_url: url }, credentials: {} };
  const end = { connection_id: await createConnection(api, input) };
  const pages = { pagination: { kind: 'page', parameter: 'page' }, page_size: pageSize };
  const put = { path: '/people/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
  return createFlow(api, {
    name: 'slow target',
    source: { ...end, object: '/people', key: ['id'], options: pages },
    target: { ...end, object: 'people', operation: 'upsert', options: put },
    mapping: [{ to: 'id', from: 'id' }],
  });
}

describe('test/e2e/canceled-runs', () => {
  it.each([
    // In the first stretch of the run, in its first segment, and in the middle of a page.
    [500, 'at once'],
    [8000, 'later'],
    [9300, 'in the middle of a page'],
  ])(
    'writes and counts nothing once a run is told to be canceled, %i ms after its begin: %s',
    async (cancelAfterMs) => {
      written = [];
      const flow = await addFlow();
      const id = await execute(api, flow);
      await sleep(cancelAfterMs);
      await api.call('POST', `/runs/${id}/cancel`, z.object({ id: z.string() }));
      await expect.poll(async () => isOver(await readRun(api, id)), { timeout: 40_000, interval: 20 }).toBe(true);
      const writtenThen = written.length;
      const { status, counters } = await readRun(api, id);
      await sleep(6000);

      expect(status).toBe('canceled');
      expect(written.length).toBe(writtenThen);
      expect((await readRun(api, id)).counters).toEqual(counters);
      expect(counters.created).toBe(new Set(written).size);
    },
    90_000,
  );
});
