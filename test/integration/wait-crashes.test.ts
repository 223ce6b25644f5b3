import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { answerCallback } from '../../services/callbacks/answer-callback.ts';
import { readCallbackToken } from '../../services/callbacks/callback-token.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { failAt } from '../harness/fail-at-commit.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

/** What systems that know requests by their keys have carried out. */
let orders: Map<string, { reply_to: string }>;
let accounts: Map<string, object>;
let ticket: string;

beforeEach(() => {
  hub.stub.always('GET /people', () => ({ json: [{ id: 'p0', name: 'Ann' }] }));
  hub.stub.always('GET /tickets', () => ({ json: [{ id: 'p0', state: ticket }] }));
  const keep = (path: string, kept: () => Map<string, object>): void => {
    hub.stub.always(`POST ${path}`, ({ headers, body }) => {
      kept().set(String(headers['idempotency-key']), JSON.parse(body));
      return { status: 201, json: {} };
    });
  };
  keep('/orders', () => orders);
  keep('/accounts', () => accounts);
});

/** A flow that waits in every way that there is, between two effects. */
async function save(): Promise<string> {
  const end = await connectStub(hub);
  const create = (path: string, mapping: object[]): object => ({
    ...end,
    object: path,
    operation: 'create',
    options: { path, idempotency: { kind: 'header' } },
    mapping,
  });
  const find = { query: { ids: '{value}' }, values_max: 50 };
  const check = { ...end, object: '/tickets', options: { find }, key: 'id', by: 'record.id' };
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Joiners',
      source: { ...end, object: '/people', key: ['id'] },
      steps: [
        { id: 'order', action: create('/orders', [{ to: 'reply_to', from: 'callbacks.reply' }]) },
        { id: 'reply', wait: { for: 'callback' } },
        { id: 'ok', wait: { for: 'approval' } },
        { id: 'rest', wait: { for: '3d' } },
        { id: 'closed', wait: { until: "result.state == 'closed'", check, timeout: '14d' } },
        {
          id: 'account',
          action: create('/accounts', [
            { to: 'size', formula: 'steps.reply.body.size' },
            { to: 'comment', from: 'steps.ok.comment' },
            { to: 'state', formula: 'steps.closed.result.state' },
          ]),
        },
      ],
    },
  });
  expect(error).toBeUndefined();
  return data.id;
}

/** Works on a run as a worker does that is killed at one of its commits, and others after it. @returns the commits. */
async function workDying(input: RunInput, commit: number, fate: 'forgotten' | 'answer lost'): Promise<number> {
  const { deps } = hub.activities;
  const { database } = deps;
  const failing = failAt(database, commit, fate);
  deps.database = failing.database;
  try {
    for (let tries = 1; ; tries += 1) {
      const segment = await work(input).catch((error: unknown) => {
        if (tries > 3) throw error;
      });
      if (segment !== undefined) return failing.commits();
      await hub.api.admin`update streams set lease_until = now() - interval '1 s' where lease_until is not null`;
    }
  } finally {
    deps.database = database;
  }
}

/** Times are stored in whole milliseconds, rounded: what is due now may be so only in half of one. */
async function goOn(input: RunInput): Promise<RunInput> {
  await hub.api
    .admin`update runs set wake_at = now() - interval '1 s' where id = ${toLookup('run', input.runId)} and wake_at is not null`;
  return (await wake(input)) ?? input;
}

/** Answers as a system does that is told nothing of the first answer, and sends it again, twice at once. */
async function answerTwice(fate: 'forgotten' | 'answer lost'): Promise<number[]> {
  const [{ reply_to: url } = { reply_to: '' }] = orders.values();
  const { publicKeys, database } = hub.activities.deps;
  const wait = readCallbackToken(publicKeys, url.slice(url.lastIndexOf('/') + 1));
  if (wait === undefined) throw new Error('This is no address of a wait.');
  const deps = { database: failAt(database, 1, fate).database, clock: systemClock, publicKeys };
  await expect(answerCallback({ deps, input: { wait, body: { size: 'L' } } })).rejects.toThrow('killed');
  const again = () => hub.api.request('POST', new URL(url).pathname, { key: null, body: { size: 'L' } });
  return (await Promise.all([again(), again()])).map(({ status }) => status).toSorted((a, b) => a - b);
}

async function decide(input: RunInput): Promise<number[]> {
  const { list } = await hub.api.request('GET', `/v1/approvals?run_id=${input.runId}`);
  expect(list).toHaveLength(1);
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((comment) =>
      hub.api.request('POST', `/v1/approvals/${list[0]?.id}/approve`, { body: { comment } }),
    ),
  );
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

describe('test/integration/wait-crashes', { timeout: 240_000 }, () => {
  it('counts each effect and each answer once, whichever commit between two waits is lost, or the answer to it', async () => {
    let commits = 1;
    for (let commit = 1; commit <= commits; commit += 1) {
      [orders, accounts, ticket] = [new Map(), new Map(), 'open'];
      const fates =
        commit % 2 === 0 ? (['forgotten', 'answer lost'] as const) : (['answer lost', 'forgotten'] as const);
      const [fate, other] = fates;
      let input = await hub.activities.begin(await save());

      commits = Math.max(commits, await workDying(input, commit, fate));
      expect(await answerTwice(fate)).toEqual(fate === 'forgotten' ? [202, 409] : [409, 409]);
      input = await goOn(input);
      commits = Math.max(commits, await workDying(input, commit, other));
      expect(await decide(input)).toEqual([200, 409, 409]);
      input = await goOn(input);
      commits = Math.max(commits, await workDying(input, commit, fate));
      await passTime(input);
      input = await goOn(input);
      commits = Math.max(commits, await workDying(input, commit, other));
      ticket = 'closed';
      await passTime(input);
      input = await goOn(input);
      commits = Math.max(commits, await workDying(input, commit, fate));

      const { data: run } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
      const { list: items } = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
      const seen = { commit, run: run['status'], items: items.map(({ status }) => status), orders: orders.size };
      expect(seen, JSON.stringify([run, items])).toEqual({ commit, run: 'succeeded', items: ['succeeded'], orders: 1 });
      const comment = expect.stringMatching(/^(?:one|two|three)$/);
      expect([...accounts.values()]).toEqual([{ size: 'L', comment, state: 'closed' }]);
    }
    expect(commits).toBeGreaterThan(10);
  });
});
