import type postgres from 'postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import type { Item } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { toRunInput } from '../harness/activities.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

interface Group {
  id: string;
  role: string;
}

let people: { id: string; groups: unknown; mails?: string[] }[];
/** What the systems have: memberships by user and group, notices in the order of their creation. */
let members: Map<string, string>;
let notices: string[];
let requests: string[];
/** Groups that take no members. */
let closed: Set<string>;

beforeEach(() => {
  people = [
    { id: 'p0', groups: [group('a'), group('b')] },
    { id: 'p1', groups: null },
  ];
  members = new Map();
  notices = [];
  requests = [];
  closed = new Set();
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('PUT /members', ({ body }) => {
    const { user, group: of, role } = JSON.parse(body);
    requests.push(`PUT ${user}/${of}`);
    if (closed.has(of)) return { status: 422, json: { message: `the group ${of} is closed` } };
    members.set(`${user}/${of}`, role);
    return { status: 200, json: {} };
  });
  hub.stub.always('POST /notices', ({ body }) => {
    const { text } = JSON.parse(body);
    requests.push(`POST ${text}`);
    notices.push(text);
    return { status: 201, json: { id: `N${notices.length}` } };
  });
});

function group(id: string, role = 'member'): Group {
  return { id, role };
}

const member = (connection: string): object => ({
  connection_id: connection,
  object: '/members',
  operation: 'upsert',
  match_on: ['user', 'group'],
  options: { path: '/members?user={user}&group={group}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
  mapping: [
    { to: 'user', from: 'record.id' },
    { to: 'group', from: 'group.id' },
    { to: 'role', from: 'group.role' },
  ],
});

const notice = (connection: string, text: string): object => ({
  connection_id: connection,
  object: '/notices',
  operation: 'create',
  options: { path: '/notices', idempotency: { kind: 'header' }, target_id_path: 'id' },
  mapping: [{ to: 'text', formula: text }],
});

/** A person joins each of the groups, and is told of it. */
function joinGroups(connection: string, loop: object = {}): object[] {
  return [
    {
      id: 'groups',
      for_each: 'record.groups',
      as: 'group',
      key: 'group.id',
      max: 2000,
      collect: 'steps.told.id',
      steps: [
        { id: 'member', action: member(connection) },
        { id: 'told', action: notice(connection, "record.id + ' is in ' + group.id") },
      ],
      ...loop,
    },
    { id: 'summary', action: notice(connection, "record.id + ': ' + string(size(steps.groups ?? []))") },
  ];
}

async function connect(): Promise<string> {
  const body = { name: 'Systems', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } };
  return (await hub.api.request('POST', '/v1/connections', { body })).data.id;
}

async function save(connection: string, steps: readonly object[]): Promise<string> {
  const source = { connection_id: connection, object: '/people', key: ['id'] };
  const saved = await hub.api.request('POST', '/v1/integrations', { body: { name: 'Groups', source, steps } });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

async function run(integration: string): Promise<Item> {
  return workOn(await hub.activities.begin(integration));
}

async function retry(runId: string): Promise<Item> {
  const { data } = await hub.api.request('POST', `/v1/runs/${runId}/records/retry`, { body: { all: true } });
  await actOnRuns(hub.api).setRunning(data.id);
  return workOn(toRunInput(hub.api, String(data['integration_id']), data.id));
}

/** Counts what a worker sends to the database. */
async function countStatements(work: () => Promise<void>): Promise<number> {
  const { deps } = hub.activities;
  const { database } = deps;
  let count = 0;
  const reserve = async (): Promise<postgres.ReservedSql> =>
    new Proxy(await database.sql.reserve(), {
      apply: (target, self, args: Parameters<postgres.ReservedSql>) => {
        count += 1;
        return Reflect.apply(target, self, args);
      },
    });
  const sql = new Proxy(database.sql, {
    get: (target, name, receiver) => (name === 'reserve' ? reserve : Reflect.get(target, name, receiver)),
  });
  deps.database = { ...database, sql };
  try {
    await work();
  } finally {
    deps.database = database;
  }
  return count;
}

async function workOn(input: RunInput): Promise<Item> {
  for (;;) {
    const segment = await hub.activities.runSegment(input);
    if (segment.status !== 'more') break;
  }
  await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
  return (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data;
}

// Ten thousand elements take long on a machine that is busy otherwise.
describe('test/integration/flow-loops', { timeout: 240_000 }, () => {
  it('takes each element through its steps once, and knows it by its key', async () => {
    const connection = await connect();
    const integration = await save(connection, joinGroups(connection));

    const first = await run(integration);
    expect(first).toMatchObject({ status: 'succeeded', counters: { read: 2, failed: 0 } });
    expect([...members]).toEqual([
      ['p0/a', 'member'],
      ['p0/b', 'member'],
    ]);
    expect(notices.toSorted()).toEqual(['p0 is in a', 'p0 is in b', 'p0: 2', 'p1: 0']);

    requests = [];
    people = [{ id: 'p0', groups: [group('c'), group('b', 'owner'), group('a')] }];
    await run(integration);
    // What is as it was is not written again, wherever in the list it stands; a creation is one of its item.
    expect(requests.toSorted()).toEqual(
      ['PUT p0/b', 'PUT p0/c', 'POST p0 is in a', 'POST p0 is in b', 'POST p0 is in c', 'POST p0: 3'].toSorted(),
    );
  });

  it('lists items without their children, and the children of an item with their elements', async () => {
    const connection = await connect();
    const integration = await save(connection, joinGroups(connection));
    const { id } = await run(integration);

    const { list } = await hub.api.request('GET', `/v1/runs/${id}/items`);
    const item = list.find(({ key }) => key === 'p0');
    const children = await hub.api.request('GET', `/v1/runs/${id}/items?parent=${item?.id}`);

    expect(list).toMatchObject([{ key: 'p0', status: 'succeeded' }, { key: 'p1' }]);
    expect(list).toHaveLength(2);
    expect(children.list).toMatchObject([
      { key: 'p0', parent: { id: item?.id, step: 'groups' }, child: 'a', status: 'succeeded' },
      { key: 'p0', parent: { id: item?.id, step: 'groups' }, child: 'b', status: 'succeeded' },
    ]);
    const { data } = await hub.api.request('GET', `/v1/items/${children.list[0]?.id}`);
    expect(data['steps']).toMatchObject([{ step: 'member' }, { step: 'told' }]);
  });

  it('fails an item after all of its children have ended, and tries those again that failed', async () => {
    const connection = await connect();
    const integration = await save(connection, joinGroups(connection));
    closed.add('a');

    const failed = await run(integration);
    const records = await hub.api.request('GET', `/v1/runs/${failed.id}/records`);

    expect(failed).toMatchObject({ status: 'partially_succeeded', counters: { failed: 1 } });
    expect(records.list).toMatchObject([{ source_key: 'p0', step: 'groups', code: 'elements_failed' }]);
    expect(records.list[0]?.['message']).toMatch(/"a" failed at the step `member`: .*closed/);
    expect(notices.toSorted()).toEqual(['p0 is in b', 'p1: 0']);
    requests = [];
    closed.clear();
    const again = await retry(failed.id);
    expect(again).toMatchObject({ status: 'succeeded', counters: { failed: 0 } });
    expect(requests).toEqual(['PUT p0/a', 'POST p0 is in a', 'POST p0: 2']);
  });

  it('goes on behind a loop that tolerates failures, with what the others gave', async () => {
    const connection = await connect();
    const integration = await save(connection, joinGroups(connection, { on_error: 'continue' }));
    closed.add('a');

    expect(await run(integration)).toMatchObject({ status: 'succeeded', counters: { failed: 0 } });
    expect(notices.toSorted()).toEqual(['p0 is in b', 'p0: 1', 'p1: 0']);
  });

  it.each([
    { groups: 'a', code: 'not_a_list', says: 'text of 1 characters' },
    { groups: [group('a'), group('b'), group('a')], code: 'duplicate_element', says: 'The elements 1 and 3' },
    { groups: [{ role: 'x' }], code: 'invalid_element_key', says: 'this one is null' },
    {
      groups: Array.from({ length: 6 }, (_, index) => group(`g${index}`)),
      code: 'too_many_elements',
      says: 'at most 5',
    },
  ])('fails an item before its first child: $code', async ({ groups, code, says }) => {
    const connection = await connect();
    people = [
      { id: 'p0', groups },
      { id: 'p1', groups: [group('a')] },
    ];
    const integration = await save(connection, joinGroups(connection, { max: 5 }));

    const failed = await run(integration);

    const records = await hub.api.request('GET', `/v1/runs/${failed.id}/records`);
    expect(records.list).toMatchObject([{ source_key: 'p0', step: 'groups', code }]);
    expect(records.list[0]?.['message']).toContain(says);
    expect(requests).toEqual(['PUT p1/a', 'POST p1 is in a', 'POST p1: 1']);
  });

  it('takes ten thousand elements through a loop in statements that grow no faster than the list', async () => {
    const connection = await connect();
    const steps = [
      {
        id: 'loop',
        for_each: 'record.groups',
        as: 'number',
        max: 10_000,
        collect: 'number % 7',
        steps: [{ id: 'odd', transform: { set: { is: 'number % 2 == 1' } } }],
      },
      {
        id: 'one',
        for_each: "[{'id': 'a', 'role': 'x'}]",
        as: 'group',
        key: 'group.id',
        steps: [{ id: 'member', action: member(connection) }],
      },
      { id: 'summary', action: notice(connection, "record.id + ': ' + string(size(steps.loop))") },
    ];
    const count = async (elements: number): Promise<number> => {
      people = [{ id: `p${elements}`, groups: Array.from({ length: elements }, (_, index) => index) }];
      return countStatements(async () => void (await run(await save(connection, steps))));
    };

    const few = await count(2000);
    const many = await count(10_000);

    expect(notices).toEqual(['p2000: 2000', 'p10000: 10000']);
    expect(many).toBeLessThan(few * 5.5);
  });

  it('goes through loops within loops', async () => {
    const connection = await connect();
    people = [{ id: 'p0', groups: [group('a'), group('b')], mails: ['x', 'y'] }];
    const inner = {
      id: 'mails',
      for_each: 'record.mails',
      as: 'mail',
      key: 'mail',
      collect: 'mail + group.id',
      steps: [{ id: 'sent', action: notice(connection, "mail + ' for ' + group.id + ' of ' + record.id") }],
    };
    const steps = [
      {
        id: 'groups',
        for_each: 'record.groups',
        as: 'group',
        key: 'group.id',
        collect: 'steps.mails',
        steps: [{ id: 'member', action: member(connection) }, inner],
      },
      { id: 'all', action: notice(connection, "join(steps.groups.map(list, join(list, '+')), ' ')") },
    ];

    expect(await run(await save(connection, steps))).toMatchObject({ status: 'succeeded' });

    expect(notices.slice(0, -1).toSorted()).toEqual([
      'x for a of p0',
      'x for b of p0',
      'y for a of p0',
      'y for b of p0',
    ]);
    expect(notices.at(-1)).toBe('xa+ya xb+yb');
  });
});
