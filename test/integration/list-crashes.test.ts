import { beforeEach, describe, expect, it } from 'vitest';
import { workKilled } from '../harness/killed-commits.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

/** What systems that know requests by their keys have carried out. */
interface Kept {
  id: string;
  answer: string;
  count?: number;
}
let orders: Map<string, Kept>;
let messages: Map<string, Kept>;
let questions: number;

beforeEach(() => {
  hub.stub.always('GET /teams', () => ({ json: ['a', 'b', 'c'].map((id) => ({ id })) }));
  // A system whose lists differ each time, in their length, too: what is read once must stay so.
  hub.stub.always('GET /members', ({ url }) => {
    questions += 1;
    const team = new URL(url, 'http://stub').searchParams.get('team') ?? '';
    const count = 1 + (questions % 3);
    return {
      json: Array.from({ length: count }, (_, index) => ({
        id: `${team}${index}`,
        answer: `answer ${questions}`,
        count,
      })),
    };
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

/** A flow that takes each record of a list through a step, and writes what the list was behind them. */
async function save(): Promise<string> {
  const end = await connectStub(hub);
  const create = (path: string, mapping: object[]): object => ({
    ...end,
    object: path,
    operation: 'create',
    options: { path, idempotency: { kind: 'header' } },
    mapping,
  });
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Orders',
      source: { ...end, object: '/teams', key: ['id'] },
      steps: [
        {
          id: 'members',
          action: { ...end, object: '/members', operation: 'list', options_from: { 'query.team': 'record.id' } },
        },
        {
          id: 'each',
          for_each: 'steps.members.records',
          as: 'one',
          key: 'one.id',
          steps: [
            {
              id: 'order',
              action: create('/orders', [
                { to: 'id', from: 'one.id' },
                { to: 'answer', from: 'one.answer' },
              ]),
            },
          ],
        },
        {
          id: 'message',
          action: create('/messages', [
            { to: 'id', from: 'record.id' },
            { to: 'answer', from: 'steps.members.records[0].answer' },
            { to: 'count', formula: 'size(steps.members.records)' },
          ]),
        },
      ],
    },
  });
  expect(error?.details ?? error).toBeUndefined();
  return data.id;
}

describe('test/integration/list-crashes', { timeout: 400_000 }, () => {
  it('takes the records of one answer through the steps, each once, whichever commit is lost, or the answer to it', async () => {
    let commits = Number.POSITIVE_INFINITY;
    for (let commit = 1; commit <= commits; commit += 1) {
      [orders, messages, questions] = [new Map(), new Map(), 0];
      const input = await hub.activities.begin(await save());

      commits = await workKilled(hub.activities, input, commit, commit % 2 === 0 ? 'forgotten' : 'answer lost');

      const { data: run } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
      expect({ commit, status: run['status'], messages: messages.size }).toEqual({
        commit,
        status: 'succeeded',
        messages: 3,
      });
      for (const { id, answer, count } of messages.values()) {
        const ordered = [...orders.values()].filter((order) => order.id.startsWith(id));
        expect(ordered.map((order) => order.id).toSorted()).toEqual(
          Array.from({ length: count ?? 0 }, (_, index) => `${id}${index}`),
        );
        expect(new Set(ordered.map((order) => order.answer))).toEqual(new Set([answer]));
        expect(count).toBe(1 + (Number(answer.split(' ')[1]) % 3));
      }
      // One list for each item, of which those are read again whose answers were not stored.
      expect(questions).toBeGreaterThanOrEqual(3);
      expect(questions).toBeLessThanOrEqual(6);
    }
    expect(commits).toBeGreaterThan(8);
  });
});
