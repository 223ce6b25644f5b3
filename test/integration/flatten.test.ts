import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../api/answer.ts';
import type { Item } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import type { SeenRequest } from '../harness/http.ts';
import { toRunInput } from '../harness/activities.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
let orders: { id: number; open: boolean; lines: unknown }[];
let written: string[];

beforeEach(() => {
  written = [];
  orders = [
    { id: 1, open: true, lines: [{ sku: 'nut', count: 2 }, { sku: 'bolt' }] },
    { id: 2, open: true, lines: [{ sku: 'nut', count: 7 }] },
    { id: 3, open: true, lines: [] },
    { id: 4, open: false, lines: [{ sku: 'nut' }] },
  ];
});

const flatten = { list: 'lines', as: 'line', key: 'line.sku' };
const options = {
  path: '/lines/{id}',
  method: 'PUT',
  idempotency: { kind: 'put_by_key' },
  delete: { path: '/lines/{id}' },
};

function note({ method, url, body }: SeenRequest): object {
  const { count } = body === '' ? {} : JSON.parse(body);
  written.push(`${method} ${url.replace('/lines/', '')} ${count ?? ''}`.trim());
  return {};
}

async function add(members: object = {}, source: object = { flatten }): Promise<Answer> {
  const connection = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'Shop', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } },
  });
  const end = { connection_id: connection.data.id };
  return hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Order lines',
      source: { ...end, object: '/orders', key: ['id'], filter: 'open', ...source },
      target: { ...end, object: 'lines', operation: 'upsert', match_on: ['id'], options, on_missing: 'delete' },
      mapping: [
        { to: 'id', formula: "string(id) + '-' + line.sku", required: true },
        { to: 'count', from: 'line.count', convert: 'integer' },
      ],
      ...members,
    },
  });
}

async function run(id: string, begun?: Awaited<ReturnType<typeof hub.activities.begin>>): Promise<Item> {
  written = [];
  const input = begun ?? (await hub.activities.begin(id));
  await hub.activities.runSegment(input);
  await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
  return (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data;
}

describe('test/integration/flatten', () => {
  it('writes each element of a list once, and removes one that is gone from its list', async () => {
    const { id } = (await add()).data;
    hub.stub.always('GET /orders', () => ({ json: orders }));
    for (const line of ['1-nut', '1-bolt', '2-nut', '1-pin']) hub.stub.always(`PUT /lines/${line}`, note);
    hub.stub.on('DELETE /lines/1-nut', note);

    const first = await run(id);
    const begun = written.toSorted();
    orders = orders.map((order) => (order.id === 1 ? { ...order, lines: [{ sku: 'pin' }, { sku: 'bolt' }] } : order));
    const second = await run(id);
    const then = [...written];
    const third = await run(id);

    expect(first).toMatchObject({ status: 'succeeded', counters: { read: 5, created: 3, filtered: 2 } });
    expect(begun).toEqual(['PUT 1-bolt', 'PUT 1-nut 2', 'PUT 2-nut 7']);
    expect([second['counters'], then]).toMatchObject([{ created: 1, unchanged: 2, deleted: 0 }, ['PUT 1-pin']]);
    expect([third['counters'], written]).toMatchObject([{ unchanged: 3, deleted: 1 }, ['DELETE 1-nut']]);
  });

  it('removes nothing while a list cannot be read, for nobody knows its elements', async () => {
    const { id } = (await add()).data;
    hub.stub.always('GET /orders', () => ({ json: orders }));
    for (const line of ['1-nut', '1-bolt', '2-nut']) hub.stub.always(`PUT /lines/${line}`, note);
    await run(id);
    orders = orders.map((order) => (order.id === 1 ? { ...order, lines: 'none' } : order));

    await run(id);
    const last = await run(id);

    expect(last).toMatchObject({
      status: 'partially_succeeded',
      withheld: { reason: 'unidentified_records' },
      counters: { failed: 1, deleted: 0 },
    });
    const { list } = await hub.api.request('GET', `/v1/runs/${last['id']}/records`);
    expect(list).toEqual([
      expect.objectContaining({ code: 'not_a_list', message: expect.stringContaining('Expected a list') }),
    ]);
  });

  it('retries an element that failed, and no other one of its list', async () => {
    const { id } = (await add()).data;
    orders = [{ id: 1, open: true, lines: [{ sku: 'nut', count: 'two' }, { sku: 'bolt' }] }];
    hub.stub.always('GET /orders', () => ({ json: orders }));
    hub.stub.on('PUT /lines/1-bolt', note);
    hub.stub.on('PUT /lines/1-nut', note);
    const failed = await run(id);
    const { list } = await hub.api.request('GET', `/v1/runs/${failed['id']}/records`);
    await hub.api.request('PATCH', `/v1/integrations/${id}`, {
      body: { mapping: [{ to: 'id', formula: "string(id) + '-' + line.sku" }] },
    });
    const again = await hub.api.request('POST', `/v1/runs/${failed['id']}/records/retry`, { body: { all: true } });
    await actOnRuns(hub.api).setRunning(again.data.id);

    const retried = await run(id, toRunInput(hub.api, id, again.data.id));

    expect(list).toEqual([expect.objectContaining({ source_key: '[1,"nut"]', code: 'convert_failed' })]);
    expect([retried['counters'], written]).toMatchObject([{ read: 1, created: 1, failed: 0 }, ['PUT 1-nut']]);
  });

  it('knows elements by their position where nothing else is said, and previews each', async () => {
    const { id } = (await add({}, { flatten: { list: 'lines.filter(one, one.sku != null)', as: 'line' } })).data;

    const { list } = await hub.api.request('POST', `/v1/integrations/${id}/preview`, { body: { records: orders } });

    const ends = list.map((one) => [one['source_key'], one['outcome'], one['explanation']]);
    const by = (decided_by: string) => expect.objectContaining({ decided_by });
    expect(ends).toEqual([
      ['[1,1]', 'mapped', by('mapping')],
      ['[1,2]', 'mapped', by('mapping')],
      ['[2,1]', 'mapped', by('mapping')],
      [undefined, 'filtered', by('flatten')],
      [undefined, 'filtered', by('filter')],
    ]);
  });

  it.each([
    ['a formula that gives no list', {}, { flatten: { list: 'size(lines)', as: 'line' } }, 'source.flatten.list'],
    ['a name of the key', {}, { flatten: { list: 'lines', as: 'id' } }, 'source.flatten.as'],
    [
      'steps',
      { target: undefined, mapping: undefined, steps: [{ id: 'end', stop: 'skipped' }] },
      { flatten },
      'source.flatten',
    ],
  ])('refuses to flatten by %s', async (_, members, source, path) => {
    const { status, error } = await add(members, source);

    expect([status, error.details.errors?.map((one) => one.path)]).toEqual([400, [path]]);
  });
});
