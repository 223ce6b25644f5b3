import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import type { Item } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { toRunInput } from '../harness/activities.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

interface Person {
  id: string;
  name: string;
  team: string;
}

let people: Person[];
/** What the systems have: accounts by login, tickets in the order of their creation. */
let accounts: Map<string, { login: string; name: string; active: boolean }>;
let tickets: { id: string; about: string; title: string }[];
let requests: string[];
/** Names that are refused. */
let names: Set<string>;

beforeEach(() => {
  people = Array.from({ length: 5 }, (_, index) => ({
    id: `p${index}`,
    name: `Person ${index}`,
    team: `t${index % 2}`,
  }));
  accounts = new Map();
  tickets = [];
  requests = [];
  names = new Set();
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('PUT /accounts', ({ url, body }) => {
    requests.push(`PUT ${url}`);
    const account = JSON.parse(body);
    if (names.has(account.name)) return { status: 422, json: { message: 'no such name' } };
    const known = accounts.has(account.login);
    accounts.set(account.login, account);
    return { status: known ? 200 : 201, json: account };
  });
  hub.stub.always('POST /tickets', ({ body }) => {
    requests.push('POST /tickets');
    const ticket = { id: `T${tickets.length + 1}`, ...JSON.parse(body) };
    tickets.push(ticket);
    return { status: 201, json: ticket };
  });
});

const account = (connection: string, active: boolean): object => ({
  connection_id: connection,
  object: '/accounts',
  operation: 'upsert',
  match_on: ['login'],
  options: { path: '/accounts?login={login}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
  mapping: [
    { to: 'login', from: 'record.id' },
    { to: 'name', from: 'record.name' },
    { to: 'active', value: active },
  ],
});

const ticket = (connection: string, title: string): object => ({
  connection_id: connection,
  object: '/tickets',
  operation: 'create',
  options: { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' },
  mapping: [
    { to: 'about', formula: "record.id + '-' + string(item.seq)" },
    { to: 'title', formula: title },
  ],
});

/** Joiners get an account and a ticket that names it; who changes teams, a ticket. */
function joinersAndMovers(connection: string): object[] {
  return [
    {
      id: 'kind',
      condition: [
        {
          when: "change == 'created'",
          steps: [
            { id: 'account', action: account(connection, true) },
            { id: 'welcome', transform: { set: { title: "'Welcome ' + record.name + ' as ' + steps.account.id" } } },
            { id: 'ticket', action: ticket(connection, 'steps.welcome.title') },
          ],
        },
        {
          when: 'before.team != record.team',
          steps: [{ id: 'moved', action: ticket(connection, "'Moved from ' + before.team + ' to ' + record.team") }],
        },
      ],
      else: [{ id: 'nothing', stop: 'skipped' }],
    },
  ];
}

async function connect(): Promise<string> {
  const body = { name: 'Systems', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } };
  return (await hub.api.request('POST', '/v1/connections', { body })).data.id;
}

async function save(connection: string, steps: readonly object[], source: object = {}): Promise<string> {
  const definition = { source: { connection_id: connection, object: '/people', key: ['id'], ...source }, steps };
  const saved = await hub.api.request('POST', '/v1/integrations', { body: { name: 'Joiners', ...definition } });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

async function run(integration: string, options?: object): Promise<Item> {
  return workOn(await hub.activities.begin(integration, options));
}

/** Processes the failed records of a run again. */
async function retry(runId: string): Promise<Item> {
  const { data } = await hub.api.request('POST', `/v1/runs/${runId}/records/retry`, { body: { all: true } });
  await actOnRuns(hub.api).setRunning(data.id);
  return workOn(toRunInput(hub.api, String(data['integration_id']), data.id));
}

async function workOn(input: RunInput): Promise<Item> {
  for (;;) {
    const segment = await hub.activities.runSegment(input);
    if (segment.status !== 'more') break;
  }
  await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
  return (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data;
}

describe('test/integration/flows', { timeout: 60_000 }, () => {
  it('takes each change through its steps once, and reads what earlier steps gave', async () => {
    const connection = await connect();
    const integration = await save(connection, joinersAndMovers(connection));

    const first = await run(integration);
    const second = await run(integration);
    people = people.map((person) => (person.id === 'p1' ? { ...person, team: 't9' } : person));
    people.push({ id: 'p5', name: 'Person 5', team: 't1' });
    const third = await run(integration);

    expect(first).toMatchObject({ status: 'succeeded', counters: { read: 5, created: 10, failed: 0 } });
    expect(second).toMatchObject({ status: 'succeeded', counters: { read: 5, created: 0, updated: 0, skipped: 5 } });
    expect(third).toMatchObject({ status: 'succeeded', counters: { read: 6, created: 3, skipped: 4 } });
    expect(accounts.size).toBe(6);
    expect(tickets.map(({ title }) => title).toSorted()).toEqual(
      [
        ...Array.from({ length: 6 }, (_, index) => `Welcome Person ${index} as p${index}`),
        'Moved from t1 to t9',
      ].toSorted(),
    );
    expect(requests).toHaveLength(13);
    const items = await hub.api.request('GET', `/v1/integrations/${integration}/items?key=p1`);
    expect(items.list).toMatchObject([
      { seq: 1, change: 'created', status: 'succeeded', run_id: first.id },
      { seq: 2, change: 'updated', status: 'succeeded', run_id: third.id },
    ]);
    const { data: item } = await hub.api.request('GET', `/v1/items/${items.list[0]?.id}`);
    expect(item['steps']).toMatchObject([
      { step: 'kind', outcome: 'passed' },
      { step: 'account', outcome: 'passed' },
      { step: 'welcome', outcome: 'passed' },
      { step: 'ticket', outcome: 'passed' },
    ]);
    expect((await hub.api.request('GET', `/v1/runs/${third.id}/items`)).list).toMatchObject([
      { key: 'p1' },
      { key: 'p5' },
    ]);
  });

  it('keeps an item that fails apart from the others, and tries it again at the step that failed', async () => {
    const connection = await connect();
    const integration = await save(connection, joinersAndMovers(connection));
    names.add('Person 2');

    const failed = await run(integration);
    const records = await hub.api.request('GET', `/v1/runs/${failed.id}/records`);

    expect(failed).toMatchObject({ status: 'partially_succeeded', counters: { read: 5, created: 8, failed: 1 } });
    expect(records.list).toMatchObject([{ source_key: 'p2', step: 'account', status: 'failed' }]);
    expect(tickets).toHaveLength(4);
    names.clear();
    const again = await retry(failed.id);
    expect(again).toMatchObject({ status: 'succeeded', counters: { created: 2, failed: 0 } });
    expect(tickets).toHaveLength(5);
    const after = await hub.api.request('GET', `/v1/runs/${failed.id}/records`);
    expect(after.list).toMatchObject([{ source_key: 'p2', status: 'resolved', resolved_by: again.id }]);
  });
});
