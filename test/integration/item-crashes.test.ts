import { beforeEach, describe, expect, it } from 'vitest';
import { neverKilled, workKilled } from '../harness/killed-commits.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

let tickets: { key: string; title: string }[];

beforeEach(() => {
  tickets = [];
  // A vendor that knows what it was sent by the key of the request.
  hub.stub.always('POST /tickets', ({ headers, body }) => {
    const key = String(headers['idempotency-key']);
    const known = tickets.findIndex((ticket) => ticket.key === key);
    if (known === -1) tickets.push({ key, title: JSON.parse(body).title });
    return { status: 201, json: { id: `T${known === -1 ? tickets.length : known + 1}` } };
  });
});

/** Saves a flow that writes a ticket for each item. */
async function save(source: object): Promise<string> {
  const body = { name: 'Systems', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } };
  const connection = (await hub.api.request('POST', '/v1/connections', { body })).data.id;
  const action = {
    connection_id: connection,
    object: '/tickets',
    operation: 'create',
    options: { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'title', formula: "change + ' ' + record.name" }],
  };
  const saved = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Tickets',
      source: { connection_id: connection, object: '/people', key: ['id'], ...source },
      steps: [{ id: 'ticket', action }],
    },
  });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

describe('test/integration/item-crashes', { timeout: 240_000 }, () => {
  it('makes one item of a deletion, whichever commit of the worker is lost, or the answer to it', async () => {
    const everyone = ['Ann', 'Bob'].map((name, index) => ({ id: `p${index}`, name }));
    let people = everyone;
    hub.stub.always('GET /people', () => ({ json: people }));
    const integration = await save({ changes: ['created', 'updated', 'deleted'], guard: { max_items: 10 } });
    let commits = neverKilled;
    for (let commit = 1; commit <= commits; commit += 1) {
      people = everyone;
      await workKilled(hub.activities, await hub.activities.begin(integration), neverKilled, 'forgotten');
      people = everyone.slice(1);
      await workKilled(hub.activities, await hub.activities.begin(integration), neverKilled, 'forgotten');
      const input = await hub.activities.begin(integration);
      const before = tickets.length;

      commits = await workKilled(hub.activities, input, commit, commit % 2 === 0 ? 'forgotten' : 'answer lost');

      const items = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
      const seen = { commit, items: items.list.map(({ key, change, status }) => [key, change, status]) };
      expect(seen).toEqual({ commit, items: [['p0', 'deleted', 'succeeded']] });
      expect(tickets.slice(before).map(({ title }) => title)).toEqual(['deleted Ann']);
    }
    expect(commits).toBeGreaterThan(10);
  });
});
