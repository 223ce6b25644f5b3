import { beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../api/harness.ts';
import type { Fate } from '../harness/fail-at-commit.ts';
import { workKilled } from '../harness/killed-commits.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
const people = Array.from({ length: 12 }, (_, index) => ({ id: `${index}`, login: `p${index}` }));
/** What the target has, by login. */
let accounts: Map<string, object>;
let posted: string[];
/** The login that the target does not look for. */
let refused: string | undefined;

const byFind = {
  idempotency: { kind: 'find', path: '/accounts?login={login}' },
  update: { path: '/accounts/{$target_id}' },
  target_id_path: 'id',
};
const byKey = { path: '/accounts/{login}', method: 'PUT', idempotency: { kind: 'put_by_key' } };

beforeEach(() => {
  accounts = new Map();
  posted = [];
  refused = undefined;
});

/** A target that loses answers: of what it carries out, or of what it does not. */
function serve(lost: ReadonlyMap<string, 'carried_out' | 'refused'>): void {
  hub.stub.always('GET /people', { json: people });
  hub.stub.always('GET /accounts', ({ url }) => {
    const login = url.split('=')[1] ?? '';
    if (login === refused) return { status: 400, json: { message: 'The filter is invalid.' } };
    return { json: [accounts.get(login)].filter(Boolean) };
  });
  hub.stub.always('POST /accounts', ({ body }, response) => {
    const { login } = JSON.parse(body);
    const fate = posted.includes(login) ? undefined : lost.get(login);
    posted.push(login);
    if (fate !== 'refused') accounts.set(login, { id: `a-${login}`, login });
    if (fate === 'refused') return { status: 500 };
    if (fate === undefined) return { status: 201, json: accounts.get(login) };
    response.destroy();
    return undefined;
  });
}

async function save(target: object, key = 'id'): ReturnType<typeof hub.api.request> {
  const connection = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } },
  });
  const end = { connection_id: connection.data.id };
  return hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Accounts',
      source: { ...end, object: '/people', key: [key] },
      target: { ...end, object: '/accounts', match_on: ['login'], ...target },
      mapping: [{ to: 'login', from: 'login' }],
    },
  });
}

async function run(target: object): Promise<{ segment: object; record: Item; deadLetters: Item[] }> {
  const input = await hub.activities.begin((await save({ operation: 'create', options: byFind, ...target })).data.id);
  const segment = await hub.activities.runSegment(input);
  await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
  const { data: record } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
  return { segment, record, deadLetters: (await hub.api.request('GET', `/v1/runs/${input.runId}/records`)).list };
}

/** A target that answers a key that it knows with what it did, and does nothing else. */
function serveKeyed(): { carriedOut: string[]; forget: () => void } {
  const [known, carriedOut] = [new Map<string, string>(), [] as string[]];
  hub.stub.always('GET /people', { json: people });
  hub.stub.always('POST /accounts', ({ body, headers }) => {
    const key = String(headers['idempotency-key']);
    const before = known.get(key);
    if (before !== undefined && before !== body) return { status: 409, json: { message: 'Another body.' } };
    known.set(key, body);
    const { login } = JSON.parse(body);
    if (before === undefined) carriedOut.push(login);
    return { status: 201, json: { id: `a-${login}` } };
  });
  return {
    carriedOut,
    forget: () => {
      known.clear();
      carriedOut.length = 0;
    },
  };
}

/** Saves what creates accounts of people, each under a key that the target remembers for a day. */
async function saveKeyed(kind: string, delivery: string | undefined): Promise<string> {
  const end = await connectStub(hub);
  const write = {
    ...end,
    object: '/accounts',
    operation: 'create',
    delivery,
    options: { idempotency: { kind: 'header', ttl_hours: 24 }, target_id_path: 'id' },
  };
  const mapping = [{ to: 'login', from: kind === 'a flow' ? 'record.login' : 'login' }];
  const does =
    kind === 'a flow' ? { steps: [{ id: 'account', action: { ...write, mapping } }] } : { target: write, mapping };
  const body = { name: 'Accounts', source: { ...end, object: '/people', key: ['id'] }, ...does };
  const { data, error } = await hub.api.request('POST', '/v1/integrations', { body });
  expect(error).toBeUndefined();
  return data.id;
}

/**
 * Runs it with a worker that is killed at a commit.
 *
 * @param fault.hoursLeft How long the target still remembers keys when the next worker comes.
 * @returns the commits, and whose writes are in doubt.
 */
async function runKilled(
  integration: string,
  { commit, fate, hoursLeft }: { commit: number; fate: Fate; hoursLeft: number },
): Promise<{ count: number; unsure: string[] }> {
  const input = await hub.activities.begin(integration);
  const passTime = () => hub.api.admin`
    update ledger set pending_at = pending_at - ${24 - hoursLeft} * interval '1 hour' where pending_at is not null`;
  const count = await workKilled(hub.activities, input, commit, fate, passTime);
  const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
  expect(list.map(({ code }) => code)).toEqual(list.map(() => 'in_doubt'));
  return {
    count,
    // Of a flow, keys of items end with the number of the change.
    unsure: list.map(({ source_key: key }) => String(key).replace(/@.*/, '')),
  };
}

describe('test/integration/delivery', () => {
  it('never sends again what may be sent once at most, also where the target can be searched', async () => {
    serve(new Map([['p3', 'refused']]));

    const { record, deadLetters } = await run({ delivery: 'at_most_once' });

    expect(posted.toSorted()).toEqual(people.map(({ login }) => login).toSorted());
    expect(deadLetters).toMatchObject([{ source_key: '3', code: 'in_doubt' }]);
    expect(record).toMatchObject({ status: 'partially_succeeded', counters: { read: 12, created: 11, failed: 1 } });
  });

  it('finds what was carried out, sends the rest and what was not, and asks a person where the target does not look', async () => {
    serve(
      new Map([
        ['p2', 'carried_out'],
        ['p3', 'carried_out'],
        ['p5', 'refused'],
        ['p9', 'carried_out'],
      ]),
    );
    refused = 'p3';

    const { segment, record, deadLetters } = await run({});

    expect(segment).toMatchObject({ status: 'done', counters: { created: 11, failed: 1 } });
    expect(record).toMatchObject({ status: 'partially_succeeded', counters: { read: 12, created: 11, failed: 1 } });
    expect(deadLetters).toMatchObject([
      { source_key: '3', code: 'in_doubt', message: expect.stringContaining('The filter is invalid.') },
    ]);
    expect(posted.toSorted()).toEqual([...people.map(({ login }) => login), 'p5'].toSorted());
    expect(accounts.size).toBe(12);
  });

  it.each([
    ['an integration', 'at_most_once', 24, 'sends the same write again under its key'],
    ['an integration', 'at_most_once', 0, 'never sends again what the target has forgotten by then'],
    ['a flow', 'at_most_once', 0, 'never sends again what the target has forgotten by then'],
    ['an integration', 'at_least_once', 0, 'sends again what the target has forgotten by then'],
  ] as const)(
    'of %s with keys and delivery %s, %i hours before these are forgotten, %s, whichever commit is lost, or the answer to it',
    { timeout: 240_000 },
    async (...[kind, delivery, hoursLeft]) => {
      const target = serveKeyed();
      let commits = Number.POSITIVE_INFINITY;
      let given = 0;
      for (let commit = 1; commit <= commits; commit += 1) {
        for (const fate of ['forgotten', 'answer lost'] as const) {
          target.forget();
          const { count, unsure } = await runKilled(await saveKeyed(kind, delivery), { commit, fate, hoursLeft });
          commits = count;
          given += unsure.length;
          const { carriedOut } = target;
          const made = new Set(carriedOut);
          if (delivery === 'at_most_once') expect([commit, fate, carriedOut]).toEqual([commit, fate, [...made]]);
          // What is in doubt was carried out or not: what is neither that nor carried out was lost.
          const lost = people.filter(({ id, login }) => !made.has(login) && !unsure.includes(id));
          expect([commit, fate, lost]).toEqual([commit, fate, []]);
        }
      }
      expect(commits).toBeGreaterThan(3);
      expect(given > 0).toBe(hoursLeft === 0 && delivery === 'at_most_once');
    },
  );

  it('refuses "at most once" where a repeated write changes nothing', async () => {
    const target = { operation: 'upsert', options: byKey, match_on: undefined, delivery: 'at_most_once' };
    const { status, error } = await save(target, 'login');

    expect(status).toBe(400);
    expect(error.details.errors).toMatchObject([{ path: 'target.delivery', code: 'unsupported' }]);
  });
});
