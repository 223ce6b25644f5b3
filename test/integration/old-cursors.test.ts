import { describe, expect, it } from 'vitest';
import type { Item } from '../api/harness.ts';
import { toUuid } from '../../core/ids.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

const people = [
  { id: 'a', dept: 'it' },
  { id: 'b', dept: 'hr' },
  { id: 'c', dept: 'it' },
];

const grouping = { aggregate: { group_by: ['dept'], fields: { heads: { count: true } } } };

/** A flow from pages of two people, of which the second can be read only the second time. */
async function addFlow(members: object, target: object, names: readonly string[]): Promise<Item> {
  const connection = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } },
  });
  const end = { connection_id: connection.data.id };
  const pagination = { kind: 'page', parameter: 'page' };
  const options = {
    path: '/teams/{name}',
    method: 'PUT',
    idempotency: { kind: 'put_by_key' },
    delete: { path: '/teams/{name}' },
  };
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Teams',
      source: { ...end, object: '/people', key: ['id'], options: { pagination, page_size: 2 } },
      target: { ...end, object: 'teams', operation: 'upsert', options, ...target },
      mapping: [{ to: 'name', from: 'aggregate' in members ? 'dept' : 'id' }],
      ...members,
    },
  });
  expect(error?.details.errors).toBeUndefined();
  hub.stub.on('GET /people?page=1', { json: people.slice(0, 2) });
  hub.stub.on('GET /people?page=2', { status: 401 }, { json: people.slice(2) });
  hub.stub.always('GET /people?page=3', { json: [] });
  hub.stub.on('GET /', {});
  for (const name of names) hub.stub.always(`PUT /teams/${name}`, {});
  return data;
}

/** Runs the first half, stores the cursor as a version before did, and runs the rest. */
async function resumeFrom(flow: Item, toOld: (at: Json) => Json): Promise<Item> {
  const input = await hub.activities.begin(flow.id);
  await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'auth_invalid' });
  await hub.api.admin`update connections set status = 'active'`;
  const run = toUuid('run', input.runId) ?? '';
  const [stream] = await hub.api.admin<{ page_cursor: Json }[]>`select page_cursor from streams where run_id = ${run}`;
  const cursor = stream?.page_cursor ?? null;
  if (!isJsonObject(cursor)) throw new Error('The first segment stored no cursor.');
  expect(cursor).toMatchObject({ phase: 'read', at: expect.anything() });
  await hub.api
    .admin`update streams set page_cursor = ${JSON.stringify(toOld(cursor['at'] ?? null))}::text::jsonb where run_id = ${run}`;
  await hub.activities.runSegment(input);
  await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
  return (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data;
}

function requested(): string[] {
  return hub.stub.requests
    .map(({ method, url }) => `${method} ${url}`)
    .filter((line) => / \/(people|teams)/.test(line));
}

describe('test/integration/old-cursors', () => {
  it.each<[string, object, object, (at: Json) => Json, string[]]>([
    ['a plain run', {}, {}, (at) => at, ['a', 'b', 'c']],
    ['a run that groups', grouping, {}, (at) => ({ phase: 'collect', at }), ['hr', 'it']],
    [
      'a run that removes what vanished',
      {},
      { on_missing: 'delete' },
      (at) => ({ stage: 'read', at, whole: true, unidentified: 0 }),
      ['a', 'b', 'c'],
    ],
    [
      'a run that does both',
      grouping,
      { on_missing: 'delete' },
      (at) => ({ stage: 'read', at: { phase: 'collect', at }, whole: true, unidentified: 0 }),
      ['hr', 'it'],
    ],
  ])('goes on with %s where the version before left it', async (_what, members, target, toOld, names) => {
    const flow = await addFlow(members, target, names);

    const run = await resumeFrom(flow, toOld);

    expect(run).toMatchObject({ status: 'succeeded', counters: { read: 3, created: names.length } });
    const lines = requested();
    expect(lines.filter((line) => line === 'GET /people?page=1')).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('PUT')).toSorted()).toEqual(
      names.map((name) => `PUT /teams/${name}`),
    );
  });
});
