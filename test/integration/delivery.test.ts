import { beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../api/harness.ts';
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

  it('refuses "at most once" where a repeated write changes nothing', async () => {
    const target = { operation: 'upsert', options: byKey, match_on: undefined, delivery: 'at_most_once' };
    const { status, error } = await save(target, 'login');

    expect(status).toBe(400);
    expect(error.details.errors).toMatchObject([{ path: 'target.delivery', code: 'unsupported' }]);
  });
});
