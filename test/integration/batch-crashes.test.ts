import { beforeEach, describe, expect, it } from 'vitest';
import { neverKilled, workKilled } from '../harness/killed-commits.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

const people = ['p0', 'p1', 'p2'].map((id) => ({ id }));
/** What systems that know requests by their keys have carried out. */
let mails: Map<string, { text: string }>;
let accounts: Map<string, { login: string; mail: string }>;
/** The text of each request for a message, also of those that were repeated. */
let asked: { key: string; text: string }[];

beforeEach(() => {
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('POST /mails', ({ headers, body }) => {
    const [key, mail] = [String(headers['idempotency-key']), JSON.parse(body)];
    asked.push({ key, text: mail.text });
    mails.set(key, mail);
    return { status: 201, json: { id: key } };
  });
  hub.stub.always('POST /accounts', ({ headers, body }) => {
    accounts.set(String(headers['idempotency-key']), JSON.parse(body));
    return { status: 201, json: {} };
  });
});

/** A flow that sends two messages at once, for two and for one of the people. */
async function save(): Promise<string> {
  const end = await connectStub(hub);
  const create = (id: string, path: string, mapping: object[]): object => ({
    id,
    action: {
      ...end,
      object: path,
      operation: 'create',
      options: { path, idempotency: { kind: 'header' }, target_id_path: 'id' },
      mapping,
    },
  });
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Digest',
      source: { ...end, object: '/people', key: ['id'] },
      steps: [
        {
          id: 'together',
          batch: {
            max: 2,
            collect: 'record.id',
            steps: [create('mail', '/mails', [{ to: 'text', formula: "items.join(' ')" }])],
          },
        },
        create('account', '/accounts', [
          { to: 'login', from: 'record.id' },
          { to: 'mail', from: 'steps.together.steps.mail.id' },
        ]),
      ],
    },
  });
  expect(error).toBeUndefined();
  return data.id;
}

describe('test/integration/batch-crashes', { timeout: 240_000 }, () => {
  it('closes each batch once, and takes each item on once, whichever commit of the worker is lost, or the answer to it', async () => {
    let commits = 1;
    for (let commit = 1; commit <= commits; commit += 1) {
      for (const fate of ['forgotten', 'answer lost'] as const) {
        [mails, accounts, asked] = [new Map(), new Map(), []];
        const input = await hub.activities.begin(await save());

        commits = Math.max(commits, await workKilled(hub.activities, input, commit, fate));

        const { data: run } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
        const seen = {
          commit,
          fate,
          run: run['status'],
          texts: [...mails.values()].map(({ text }) => text).toSorted(),
        };
        expect(seen, JSON.stringify(run)).toEqual({ commit, fate, run: 'succeeded', texts: ['p0 p1', 'p2'] });
        expect(new Set(asked.map(({ key, text }) => `${key} ${text}`)).size).toBe(2);
        const keyOf = (text: string) => [...mails].find(([, mail]) => mail.text === text)?.[0];
        expect([...accounts.values()].toSorted((a, b) => a.login.localeCompare(b.login))).toEqual([
          { login: 'p0', mail: keyOf('p0 p1') },
          { login: 'p1', mail: keyOf('p0 p1') },
          { login: 'p2', mail: keyOf('p2') },
        ]);
      }
    }
    expect(commits).toBeGreaterThan(10);
  });

  it('closes a batch once with two workers at it', async () => {
    [mails, accounts, asked] = [new Map(), new Map(), []];
    const input = await hub.activities.begin(await save());

    await Promise.all([hub.activities.runSegment(input), hub.activities.runSegment(input)]);
    await workKilled(hub.activities, input, neverKilled, 'forgotten');

    expect([...mails.values()].map(({ text }) => text).toSorted()).toEqual(['p0 p1', 'p2']);
    expect(accounts.size).toBe(3);
  });
});
