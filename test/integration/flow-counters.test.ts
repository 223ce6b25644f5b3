import { beforeEach, describe, expect, it } from 'vitest';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);

/** Two of the groups take nobody. */
const people = [
  { id: 'ann', groups: ['full', 'closed', 'open'] },
  { id: 'bob', groups: ['open'] },
];

beforeEach(() => {
  hub.stub.always('GET /people', () => ({ json: people }));
  let made = 0;
  const create = () => ({ status: 201, json: { id: (made += 1) } });
  hub.stub.always('POST /tickets', create);
  hub.stub.always('POST /members', ({ body }) =>
    JSON.parse(body).group === 'open' ? create() : { status: 422, json: {} },
  );
});

async function run(loop: object) {
  const end = await connectStub(hub);
  const create = (path: string, mapping: object[]): object => ({
    ...end,
    object: path,
    operation: 'create',
    options: { path, idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping,
  });
  const steps = [
    { id: 'ticket', action: create('/tickets', [{ to: 'for', from: 'record.id' }]) },
    {
      id: 'groups',
      for_each: 'record.groups',
      as: 'group',
      key: 'group',
      steps: [{ id: 'member', action: create('/members', [{ to: 'group', from: 'group' }]) }],
      ...loop,
    },
  ];
  const body = { name: 'Joiners', source: { ...end, object: '/people', key: ['id'] }, steps };
  const { data, error } = await hub.api.request('POST', '/v1/integrations', { body });
  expect(error).toBeUndefined();
  const input = await hub.activities.begin(data.id);
  expect(await work(input)).toMatchObject({ status: 'done' });
  const { list: items } = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
  const { list: failed } = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
  return {
    counters: (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data['counters'],
    items: items.map(({ key, status }) => `${String(key)} ${status}`).toSorted(),
    failed: failed.length,
  };
}

describe('test/integration/flow-counters', { timeout: 60_000 }, () => {
  it('counts an item that failed once, however many of its elements did, and what was written at each step', async () => {
    expect(await run({})).toMatchObject({
      counters: { read: 2, created: 4, written: 4, failed: 1 },
      items: ['ann failed', 'bob succeeded'],
      failed: 1,
    });
  });

  it('counts no failure of an item that goes on in spite of one', async () => {
    expect(await run({ on_error: 'continue' })).toMatchObject({
      counters: { read: 2, created: 4, written: 4, failed: 0 },
      items: ['ann succeeded', 'bob succeeded'],
      failed: 0,
    });
  });
});
