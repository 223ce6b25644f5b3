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
    const ticket = { id: `T${requests.length}`, ...JSON.parse(body) };
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

  const changes = ['created', 'updated', 'deleted'];
  const greeted = (connection: string): object => ({
    id: 'account',
    when: "change == 'created'",
    action: account(connection, true),
  });

  it('makes an item of a record that two complete reads miss, with the record as it was, and another when it is back', async () => {
    const connection = await connect();
    const announcement = ticket(
      connection,
      "change + ' ' + record.name + ' ' + (before == null ? 'new' : before.team)",
    );
    const integration = await save(connection, [greeted(connection), { id: 'announcement', action: announcement }], {
      changes,
    });
    const all = people;
    await run(integration);
    tickets.length = 0;
    people = all.filter(({ id }) => id !== 'p1');

    const once = await run(integration);
    const titlesThen = tickets.map(({ title }) => title);
    const twice = await run(integration);
    const again = await run(integration);
    people = all;
    const back = await run(integration);

    expect(titlesThen).toEqual([]);
    expect([once, twice, again, back]).toMatchObject(Array.from({ length: 4 }, () => ({ status: 'succeeded' })));
    expect(tickets.map(({ title }) => title)).toEqual(['deleted Person 1 t1', 'created Person 1 new']);
    const items = await hub.api.request('GET', `/v1/integrations/${integration}/items?key=p1`);
    expect(items.list).toMatchObject([
      { seq: 1, change: 'created' },
      { seq: 2, change: 'deleted', run_id: twice.id },
      { seq: 3, change: 'created', run_id: back.id },
    ]);
  });

  it('deletes what an earlier item of the record made, by the id that the target gave it, and makes it anew', async () => {
    const live = new Set<string>();
    let count = 0;
    hub.stub.always('POST /seats', ({ body }) => {
      live.add(`S${(count += 1)} ${JSON.parse(body).name}`);
      return { status: 201, json: { id: `S${count}` } };
    });
    hub.stub.always('DELETE /seats', ({ url }) => {
      const found = [...live].find((seat) => seat.startsWith(`${url.split('=').at(-1)} `));
      return found !== undefined && live.delete(found) ? { status: 204 } : { status: 404, json: {} };
    });
    const connection = await connect();
    const seats = { connection_id: connection, object: '/seats' };
    const options = { path: '/seats', idempotency: { kind: 'header' }, target_id_path: 'id' };
    const steps = [
      greeted(connection),
      {
        id: 'seat',
        when: "change == 'created'",
        action: { ...seats, operation: 'create', options, mapping: [{ to: 'name', from: 'record.name' }] },
      },
      {
        id: 'free',
        when: "change == 'deleted' && known.seat.id != null",
        action: {
          ...seats,
          operation: 'delete',
          match_on: ['id'],
          target_id: 'known.seat.id',
          options: { ...options, delete: { path: '/seats?id={id}' } },
        },
      },
      { id: 'note', action: ticket(connection, "change + ' ' + string(known.seat.id ?? 'none')") },
    ];
    const integration = await save(connection, steps, { changes });
    const all = people.slice(0, 2);
    people = all;
    const first = await run(integration);
    people = all.slice(1);
    await run(integration);
    const left = await run(integration);
    const liveThen = [...live];
    people = all;
    const back = await run(integration);
    people = all.slice(1);
    await run(integration);
    const leftAgain = await run(integration);

    expect([first, left, back, leftAgain].map(({ status }) => status)).toEqual(Array(4).fill('succeeded'));
    expect(liveThen).toEqual(['S2 Person 1']);
    expect([...live]).toEqual(['S2 Person 1']);
    expect(tickets.map(({ title }) => title)).toEqual([
      'created S1',
      'created S2',
      'deleted none',
      'created S3',
      'deleted none',
    ]);
  });

  it('makes items of the changes that the trigger of the run picks', async () => {
    const connection = await connect();
    const announcement = ticket(connection, "change + ' ' + record.name");
    const integration = await save(connection, [greeted(connection), { id: 'announcement', action: announcement }], {
      changes,
    });
    const triggers = [{ type: 'event', changes: ['updated'] }];
    await hub.api.request('PATCH', `/v1/integrations/${integration}`, { body: { triggers } });
    await hub.api.request('POST', `/v1/integrations/${integration}/activate`);
    people = people.slice(0, 2);
    await run(integration);
    people = [
      { id: 'p0', name: 'Renamed', team: 't0' },
      { id: 'p7', name: 'Person 7', team: 't0' },
    ];
    await run(integration);
    const events = { events: [{ name: 'employee.changed' }] };
    people = people.map((person) => ({ ...person, team: 't1' }));
    const sent = await hub.api.request('POST', `/v1/integrations/${integration}/events`, { body: events });
    const runId = String(sent.list[0]?.['run_id']);
    await actOnRuns(hub.api).setRunning(runId);
    tickets = [];

    const executed = await workOn(toRunInput(hub.api, integration, runId));

    expect(executed).toMatchObject({ status: 'succeeded', trigger: 'webhook' });
    // Person 1 is missing for the second time, which is not what this trigger looks for.
    expect(tickets.map(({ title }) => title).toSorted()).toEqual(['updated Person 7', 'updated Renamed']);
  });

  it('makes no item of more deletions than the guard allows, until a person allows them', async () => {
    const connection = await connect();
    const announcement = ticket(connection, "change + ' ' + record.name");
    const integration = await save(connection, [greeted(connection), { id: 'announcement', action: announcement }], {
      changes,
      guard: { max_deletes: 1 },
    });
    await run(integration);
    tickets.length = 0;
    people = people.slice(2);
    await run(integration);

    const withheld = await run(integration);
    const titlesThen = [...tickets];
    const allowed = await run(integration, { max_deletes: 2 });

    expect(withheld).toMatchObject({ status: 'partially_succeeded', withheld: { reason: 'above_guard', records: 2 } });
    expect(titlesThen).toEqual([]);
    expect(allowed).toMatchObject({ status: 'succeeded' });
    expect(tickets.map(({ title }) => title).toSorted()).toEqual(['deleted Person 0', 'deleted Person 1']);
  });

  it('makes no items at all of more changes than the guard allows, and the same ones when they are allowed', async () => {
    const connection = await connect();
    const announcement = ticket(connection, "change + ' ' + record.name + ' ' + record.team");
    const guard = { max_changes_percent: 50, max_items: 5 };
    const integration = await save(connection, [greeted(connection), { id: 'announcement', action: announcement }], {
      changes,
      guard,
    });
    const first = await run(integration);
    tickets.length = 0;
    people = people.map((person, index) => ({ ...person, team: index < 3 ? '' : person.team }));

    const emptied = await run(integration);
    const changed = emptied['withheld'];
    const many = Array.from({ length: 6 }, (_, index) => ({ id: `n${index}`, name: `New ${index}`, team: 't1' }));
    people = [...people.slice(3), ...many];
    const crowded = await run(integration);
    const titlesThen = [...tickets];
    const allowed = await run(integration, { max_items: 10 });

    expect(first).toMatchObject({ status: 'succeeded' });
    expect(changed).toMatchObject({ reason: 'too_many_changes', records: 3 });
    expect(crowded['withheld']).toMatchObject({ reason: 'too_many_items', records: 6 });
    expect(titlesThen).toEqual([]);
    expect(allowed).toMatchObject({ status: 'succeeded' });
    expect(tickets.map(({ title }) => title).toSorted()).toEqual([
      ...many.map(({ name }) => `created ${name} t1`),
      'deleted Person 0 t0',
      'deleted Person 1 t1',
      'deleted Person 2 t0',
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
