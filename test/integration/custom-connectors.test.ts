import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { toJsonObject as toObject } from '../../connectors/kit/type-guards.ts';
import { HttpStub } from '../harness/http.ts';
import { ownDefinition, people } from '../harness/flows/own-connector.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
let number = 0;

/** Adds a connector, and a connection to the stub by it. */
async function connect(definition: JsonObject = ownDefinition()): Promise<{ connector: string; connection: string }> {
  number += 1;
  const connector = `x_acme_${number}`;
  const added = await hub.api.request('POST', '/v1/connectors', { body: { id: connector, definition } });
  expect(added.error?.details.errors).toBeUndefined();
  const connection = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'Acme', service_type: connector, credentials: { token: 't-1' }, config: { base_url: hub.stub.url } },
  });
  expect(connection.error?.details.errors).toBeUndefined();
  return { connector, connection: connection.data.id };
}

async function addFlow(connection: string): Promise<string> {
  const mapping = ['email', 'name'].map((name) => ({ to: name, from: name }));
  const target = { connection_id: connection, object: 'people', operation: 'upsert', match_on: ['email'] };
  const integration = await hub.api.request('POST', '/v1/integrations', {
    body: { name: 'People', source: { connection_id: connection, object: 'people' }, target, mapping },
  });
  expect(integration.error?.details.errors).toBeUndefined();
  return integration.data.id;
}

const ada = { id: '1', email: 'ada@example.com', name: 'Ada' };
const bob = { id: '2', email: 'bob@example.com', name: 'Bob' };

describe('test/integration/custom-connectors', () => {
  it('reads and writes through a connector of the organization as through any other', async () => {
    const { connection } = await connect();
    hub.stub.on('GET /people', { json: { data: [ada, bob], next: 'c' } }, { json: { data: [] } });
    hub.stub.always('GET /search', { json: { data: [] } });
    hub.stub.on('POST /people', { json: { id: '8' } }, { json: { id: '9' } });

    const report = await hub.activities.runSegment(await hub.activities.begin(await addFlow(connection)));

    expect(report).toMatchObject({ status: 'done', counters: { read: 2, created: 2 } });
    const [first, second] = hub.stub.requests.filter(({ url }) => url.startsWith('/people?'));
    expect(first?.headers['authorization']).toBe('Bearer t-1');
    expect([first?.url, second?.url].map((url) => url?.replace(/^[^?]*/, ''))).toEqual([
      '?limit=2',
      '?limit=2&after=c',
    ]);
  });

  it('lets a run finish with the version that it began with, and the next run take the next', async () => {
    const { connector, connection } = await connect();
    const flow = await addFlow(connection);
    const run = await hub.activities.begin(flow);
    const definition = ownDefinition({ objects: { people: people('/v2/people') } });
    const changed = await hub.api.request('PUT', `/v1/connectors/${connector}`, { body: { definition } });
    expect([changed.status, changed.data['version']]).toEqual([200, '2.0.0']);
    hub.stub.always('GET /people', { json: { data: [] } });
    hub.stub.always('GET /v2/people', { json: { data: [] } });

    await hub.activities.runSegment(run);
    await hub.api.request('POST', `/v1/runs/${run.runId}/cancel`);
    await hub.api.admin`update runs set status = 'succeeded', finished_at = now() where status <> 'queued'`;
    await hub.activities.runSegment(await hub.activities.begin(flow));

    expect(hub.stub.requests.map(({ url }) => url.split('?')[0])).toEqual(['/people', '/v2/people']);
  });

  it('reaches nothing that connections must not reach', async () => {
    const { connection } = await connect();
    const flow = await addFlow(connection);
    const other = await HttpStub.start();
    try {
      hub.stub.on('GET /people', { status: 302, headers: { location: `${other.url}/people` } });
      await expect(hub.activities.runSegment(await hub.activities.begin(flow))).rejects.toMatchObject({
        type: 'config',
      });

      expect(other.requests).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('leads no next page to another host', async () => {
    const next = { kind: 'next_url', path: 'next' };
    const own = people('/people');
    const list = {
      kind: 'pages',
      request: { method: 'GET', path: '/people' },
      format: { kind: 'json', recordsPath: 'data' },
    };
    const operations = { ...toObject(own['operations']), list: { ...list, paginate: next } };
    const { connection } = await connect(ownDefinition({ objects: { people: { ...own, operations } } }));
    const flow = await addFlow(connection);
    const other = await HttpStub.start();
    try {
      hub.stub.on('GET /people', { json: { data: [], next: `${other.url}/people` } });
      await expect(hub.activities.runSegment(await hub.activities.begin(flow))).rejects.toThrow();

      expect(other.requests).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('is refused a private address as any other connector', async () => {
    number += 1;
    const connector = `x_acme_${number}`;
    const http = { baseUrl: 'http://10.1.2.3/api', hosts: 'from_config' };
    const body = { id: connector, definition: ownDefinition({ config: { properties: {} }, http }) };
    expect((await hub.api.request('POST', '/v1/connectors', { body })).status).toBe(201);
    const connection = await hub.api.request('POST', '/v1/connections', {
      body: { name: 'Acme', service_type: connector, credentials: { token: 't-1' } },
    });
    const run = await hub.activities.begin(await addFlow(connection.data.id));

    await expect(hub.activities.runSegment(run)).rejects.toMatchObject({ type: 'config' });
  });
});
