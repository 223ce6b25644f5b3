import { beforeEach, describe, expect, it } from 'vitest';
import { workKilled } from '../harness/killed-commits.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

/** What the vendor was asked to create, by the key of the request, and what it deleted. */
let created: string[];
let deleted: string[];

beforeEach(() => {
  created = [];
  deleted = [];
  hub.stub.always('GET /people', () => ({ json: [{ id: 'p0', parts: ['x', 'y'] }] }));
  hub.stub.always('POST /parts', ({ headers, body }) => {
    const key = String(headers['idempotency-key']);
    if (!created.includes(key)) created.push(key);
    if (JSON.parse(body).name === 'refused') return { status: 422, json: { message: 'no' } };
    return { status: 201, json: { id: `N${created.indexOf(key)}` } };
  });
  hub.stub.always('DELETE /parts', ({ url }) => {
    deleted.push(new URL(url, hub.stub.url).searchParams.get('id') ?? '');
    return { status: 204 };
  });
});

async function save(): Promise<string> {
  const body = { name: 'Systems', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } };
  const connection = (await hub.api.request('POST', '/v1/connections', { body })).data.id;
  const parts = { connection_id: connection, object: '/parts' };
  const options = { path: '/parts', idempotency: { kind: 'header' }, target_id_path: 'id' };
  const create = (formula: string): object => ({
    ...parts,
    operation: 'create',
    options,
    mapping: [{ to: 'name', formula }],
  });
  const undo = (id: string): object => ({
    action: {
      ...parts,
      operation: 'delete',
      match_on: ['id'],
      target_id: `steps.${id}.id`,
      options: { ...options, delete: { path: '/parts?id={id}' } },
    },
  });
  const each = { id: 'each', for_each: 'record.parts', as: 'part', key: 'part' };
  const scope = [
    { id: 'first', action: create("'first'"), undo: undo('first') },
    { ...each, steps: [{ id: 'part', action: create('part'), undo: undo('part') }] },
    { id: 'second', action: create("'refused'") },
  ];
  const source = { connection_id: connection, object: '/people', key: ['id'] };
  const steps = [{ id: 'all', scope, on_error: 'undo' }];
  const saved = await hub.api.request('POST', '/v1/integrations', { body: { name: 'Undo', source, steps } });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

describe('test/integration/undo-crashes', { timeout: 240_000 }, () => {
  it('undoes all that was created, the last first, whichever commit of the worker is lost, or the answer to it', async () => {
    let commits = Number.POSITIVE_INFINITY;
    for (let commit = 1; commit <= commits; commit += 1) {
      created = [];
      deleted = [];
      const input = await hub.activities.begin(await save());

      commits = await workKilled(hub.activities, input, commit, commit % 2 === 0 ? 'forgotten' : 'answer lost');

      const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
      expect({ commit, failed: list.map(({ step, code }) => [step, code]) }).toEqual({
        commit,
        failed: [['all', 'validation']],
      });
      // Deleting is natural: one whose answer was lost may be sent again, and never one of a step before.
      const order = deleted.filter((id, index) => deleted.indexOf(id) === index);
      expect({ commit, parts: order.slice(0, 2).toSorted(), first: order.slice(2) }).toEqual({
        commit,
        parts: ['N1', 'N2'],
        first: ['N0'],
      });
    }
    expect(commits).toBeGreaterThan(10);
  });
});
