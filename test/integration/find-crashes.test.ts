import { beforeEach, describe, expect, it } from 'vitest';
import { workKilled } from '../harness/killed-commits.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

/** What systems that know requests by their keys have carried out. */
interface Kept {
  id: string;
  answer: string | null;
  team?: string;
}
let orders: Map<string, Kept>;
let messages: Map<string, Kept>;
let questions: number;

beforeEach(() => {
  hub.stub.always('GET /people', () => ({
    json: ['a', 'b', 'c'].map((id) => ({ id, boss: id === 'b' ? 'none' : 'x' })),
  }));
  // A directory whose answers differ each time: what is read once must stay so.
  hub.stub.always('GET /users', ({ url }) => {
    questions += 1;
    const ids = (new URL(url, 'http://stub').searchParams.get('ids') ?? '').split(',');
    const team = questions % 2 === 0 ? 'even' : 'odd';
    return { json: ids.filter((id) => id !== 'none').map((id) => ({ id, answer: `answer ${questions}`, team })) };
  });
  const keep = (path: string, kept: () => Map<string, Kept>): void => {
    hub.stub.always(`POST ${path}`, ({ headers, body }) => {
      const key = String(headers['idempotency-key']);
      // The first request counts: one that is sent again with another body would be seen by it.
      const before = kept().get(key);
      if (before !== undefined) expect(JSON.parse(body)).toEqual(before);
      kept().set(key, JSON.parse(body));
      return { status: 201, json: {} };
    });
  };
  keep('/orders', () => orders);
  keep('/messages', () => messages);
});

/** A flow whose way, and both of whose effects, depend on what a look-up gave; between them the same is looked up again. */
async function save(): Promise<string> {
  const end = await connectStub(hub);
  const create = (path: string, mapping: object[]): object => ({
    ...end,
    object: path,
    operation: 'create',
    options: { path, idempotency: { kind: 'header' } },
    mapping: [{ to: 'id', from: 'record.id' }, ...mapping],
  });
  const options = { find: { query: { ids: '{value}' }, values_max: 50 } };
  const find = { ...end, object: '/users', operation: 'find', options, key: 'id', by: 'record.boss' };
  const order = (id: string, way: string): object => ({
    id,
    action: create('/orders', [
      { to: 'answer', from: 'steps.boss.record.answer' },
      { to: 'team', value: way },
    ]),
  });
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Orders',
      source: { ...end, object: '/people', key: ['id'] },
      steps: [
        { id: 'boss', action: find },
        {
          id: 'way',
          condition: [
            { when: "steps.boss.record.team == 'even'", steps: [order('even', 'even')] },
            { when: "steps.boss.record.team == 'odd'", steps: [order('odd', 'odd')] },
          ],
          else: [order('other', 'none')],
        },
        { id: 'again', action: find },
        {
          id: 'message',
          action: create('/messages', [
            { to: 'answer', from: 'steps.boss.record.answer' },
            { to: 'again', from: 'steps.again.record.answer' },
          ]),
        },
      ],
    },
  });
  expect(error).toBeUndefined();
  return data.id;
}

describe('test/integration/find-crashes', { timeout: 240_000 }, () => {
  it('carries out each effect once, by one answer, whichever commit of the worker is lost, or the answer to it', async () => {
    let commits = Number.POSITIVE_INFINITY;
    for (let commit = 1; commit <= commits; commit += 1) {
      [orders, messages, questions] = [new Map(), new Map(), 0];
      const input = await hub.activities.begin(await save());

      commits = await workKilled(hub.activities, input, commit, commit % 2 === 0 ? 'forgotten' : 'answer lost');

      const { data: run } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
      const { list: items } = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
      const seen = { commit, status: run['status'], items: items.map(({ status }) => status), orders: orders.size };
      expect(seen).toEqual({ commit, status: 'succeeded', items: ['succeeded', 'succeeded', 'succeeded'], orders: 3 });
      expect(messages.size).toBe(3);
      const byId = (of: Map<string, Kept>) => new Map([...of.values()].map((one) => [one.id, one]));
      const [ordered, sent] = [byId(orders), byId(messages)];
      for (const id of ['a', 'b', 'c']) {
        const order = ordered.get(id);
        expect(sent.get(id)?.answer).toBe(order?.answer);
        const number = Number(order?.answer?.split(' ')[1]);
        expect(order?.team).toBe(id === 'b' ? 'none' : number % 2 === 0 ? 'even' : 'odd');
      }
      // Two look-ups, of which those are repeated whose answers were not stored.
      expect(questions).toBeGreaterThanOrEqual(2);
      expect(questions).toBeLessThanOrEqual(4);
    }
    expect(commits).toBeGreaterThan(8);
  });
});
