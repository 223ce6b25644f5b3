import { beforeEach, describe, expect, it } from 'vitest';
import { neverKilled, workKilled } from '../harness/killed-commits.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

let people: { id: string; state: string }[];
let tickets: string[];

beforeEach(() => {
  tickets = [];
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('POST /tickets', ({ body }) => {
    const { title } = JSON.parse(body);
    if (!tickets.includes(title)) tickets.push(title);
    return { status: 201, json: { id: title } };
  });
});

/** Saves a flow that ends items of those who left, and writes a ticket for the others. */
async function save(): Promise<string> {
  const body = { name: 'Systems', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } };
  const connection = (await hub.api.request('POST', '/v1/connections', { body })).data.id;
  const action = {
    connection_id: connection,
    object: '/tickets',
    operation: 'create',
    options: { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'title', formula: "change + ' ' + record.id + ' ' + record.state" }],
  };
  const saved = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Tickets',
      source: { connection_id: connection, object: '/people', key: ['id'] },
      steps: [
        { id: 'left', condition: [{ when: "record.state == 'L'", steps: [{ id: 'gone', stop: 'skipped' }] }] },
        { id: 'ticket', action },
      ],
    },
  });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

/** The items of the integration, oldest first, with whether the transaction that made them was the last to write them. */
function readItems(): Promise<{ key: string; status: string; steps: string; once: boolean }[]> {
  return hub.api.admin`
    select items.key, items.status, items.xmin::text = first.xmin::text as once,
      (select string_agg(step, ',' order by position) from item_steps where item_id = items.id and step <> '') as steps
    from items join item_steps as first on first.item_id = items.id and first.step = ''
    order by items.id`;
}

describe('test/integration/first-moves', { timeout: 240_000 }, () => {
  it('writes an item once that its first steps end, and goes on from its first effect with the others', async () => {
    people = [
      { id: 'p0', state: 'L' },
      { id: 'p1', state: 'A' },
    ];
    const integration = await save();

    await workKilled(hub.activities, await hub.activities.begin(integration), neverKilled, 'forgotten');
    people = [
      { id: 'p0', state: 'A' },
      { id: 'p1', state: 'L' },
    ];
    await workKilled(hub.activities, await hub.activities.begin(integration), neverKilled, 'forgotten');

    expect(tickets).toEqual(['created p1 A', 'updated p0 A']);
    expect(await readItems()).toEqual([
      { key: 'p0', status: 'skipped', steps: 'left,gone', once: true },
      { key: 'p1', status: 'succeeded', steps: 'left,ticket', once: false },
      { key: 'p0', status: 'succeeded', steps: 'left,ticket', once: false },
      { key: 'p1', status: 'skipped', steps: 'left,gone', once: false },
    ]);
  });
});
