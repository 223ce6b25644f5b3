import { beforeEach, describe, expect, it } from 'vitest';
import {
  addPeopleFlow,
  connectStub,
  type EndedRun,
  foundAccounts,
  inPairs,
  runToEnd,
  servePairs,
} from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
let people: { id: string; boss: string | null }[];
let accounts: Map<string, { id: string; login: string; boss_id?: string | null }>;
let written: string[];

/** Two a page: most refer to somebody on a later one, p5 to itself. */
const chain = [
  { id: 'p0', boss: 'p3' },
  { id: 'p1', boss: 'p0' },
  { id: 'p2', boss: 'p4' },
  { id: 'p3', boss: 'p4' },
  { id: 'p4', boss: null },
  { id: 'p5', boss: 'p5' },
];
const bosses = { p0: 'a-p3', p1: 'a-p0', p2: 'a-p4', p3: 'a-p4', p4: null, p5: 'a-p5' };

beforeEach(() => {
  people = chain;
  accounts = new Map();
  written = [];
});

function serve(): void {
  servePairs(hub.stub, () => people);
  hub.stub.always('GET /accounts', ({ url }) => {
    const login = new URL(url, 'http://stub').searchParams.get('login') ?? '';
    return { json: [accounts.get(login)].filter(Boolean) };
  });
  hub.stub.always('POST /accounts', ({ url, body }) => {
    const record = JSON.parse(body);
    const isKnown = url.includes('id=');
    const made = { ...accounts.get(record.login), ...record, id: `a-${record.login}` };
    accounts.set(record.login, made);
    written.push(`${isKnown ? 'change' : 'create'} ${record.login}`);
    return { status: isKnown ? 200 : 201, json: made };
  });
}

async function addFlow(onMissing: string, more: object = {}): Promise<string> {
  const connection = await connectStub(hub);
  const superior = {
    as: 'superior',
    ...connection,
    object: '/accounts',
    by: 'boss',
    key: 'login',
    on_missing: onMissing,
    options: { find: { query: { login: '{value}' } } },
  };
  const update = { path: '/accounts?id={$target_id}', method: 'POST' };
  const flow = {
    source: { ...inPairs, key: ['id'] },
    enrich: [superior],
    target: { ...foundAccounts, options: { ...foundAccounts.options, update }, ...more },
    mapping: [
      { to: 'login', from: 'id' },
      { to: 'boss_id', from: 'superior.id' },
    ],
  };
  return addPeopleFlow(hub, flow, connection);
}

async function run(id: string): Promise<EndedRun> {
  written = [];
  return runToEnd(hub, id);
}

function bossIds(): object {
  return Object.fromEntries([...accounts.values()].map(({ login, boss_id: boss }) => [login, boss ?? null]));
}

describe('test/integration/references', () => {
  it.each([
    ['writes records without their reference first', 'null', {}],
    ['holds back records that would fail without it', 'dead_letter', {}],
    ['goes on to what vanished', 'null', { on_missing: 'deactivate', deactivate_with: { active: false } }],
  ])('resolves references to what the same run writes later, and %s', async (_, onMissing, more) => {
    // Nobody can wait for himself.
    if (onMissing === 'dead_letter') people = chain.filter(({ id, boss }) => id !== boss);
    serve();
    const id = await addFlow(onMissing, more);

    const first = await run(id);
    const second = await run(id);

    expect(first.failed).toEqual([]);
    expect(first.record).toMatchObject({
      status: 'succeeded',
      counters: { read: people.length, created: people.length, failed: 0 },
    });
    expect(first.record['unresolved_references']).toBeUndefined();
    expect(bossIds()).toMatchObject(Object.fromEntries(people.map(({ id: key }) => [key, Object(bosses)[key]])));
    expect(written).toEqual([]);
    expect(second.record).toMatchObject({ counters: { read: people.length, skipped: people.length } });
    expect(await hub.api.admin`select 1 from record_groups`).toHaveLength(0);
  });

  it('counts the references that nobody can resolve, and writes nothing for them a second time', async () => {
    people = [...chain.slice(0, 5), { id: 'p6', boss: 'nobody' }];
    serve();
    const id = await addFlow('null');

    const first = await run(id);
    const second = await run(id);

    expect(first.record).toMatchObject({ status: 'succeeded', unresolved_references: 1, counters: { created: 6 } });
    expect(first.logs.map(({ code }) => code)).toContain('references_unresolved');
    expect(written).toEqual([]);
    expect(second.record).toMatchObject({ unresolved_references: 1, counters: { read: 6, skipped: 6 } });
  });

  it('fails the records whose reference has to be there and is not, once each', async () => {
    people = [{ id: 'p0', boss: 'nobody' }, { id: 'p1', boss: 'p0' }, { id: 'p2', boss: 'p4' }, ...chain.slice(3, 5)];
    serve();

    const { record, failed } = await run(await addFlow('dead_letter'));

    expect(failed.map(({ source_key: key, code }) => `${String(key)} ${String(code)}`).toSorted()).toEqual([
      'p0 enrichment_missing',
      'p1 enrichment_missing',
    ]);
    expect(record).toMatchObject({ counters: { read: 5, created: 3, failed: 2 } });
  });
});
