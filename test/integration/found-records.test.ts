import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { startConnectionWorker } from '../api/connection-worker.ts';
import type { Item } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { toRunInput } from '../harness/activities.ts';
import { createTargetDatabase, type TargetDatabase } from '../harness/flow.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake } = createWaitActs(hub);
let directory: TargetDatabase;

/** What the source has, and what the other end was sent. */
let people: { id: string; boss?: unknown }[];
let messages: { id: string; to: string | null }[];
/** What each request asked for, and how the directory answers now. */
let asked: string[][];
let answer: { status: number; testStatus: number; refused: Set<string>; missing: Set<string> };

beforeAll(async () => {
  directory = await createTargetDatabase(hub.api.testDatabase.adminUrl, `directory_${process.pid}`);
  await directory.sql`create table users (number integer primary key, mail text, secret text)`;
  await directory.sql.unsafe(`alter table users owner to directory_${process.pid}`);
  await directory.sql`insert into users select n, 'u' || n || '@example.com', 'x' from generate_series(1, 300) as n`;
});

afterAll(() => directory.close());

beforeEach(() => {
  [people, messages, asked] = [[], [], []];
  answer = { status: 200, testStatus: 200, refused: new Set(), missing: new Set(['gone', 'gone1']) };
});

/** The system that people come from, and messages go to. @param of What of it is asked for. */
function serve(of = { messages: true }): void {
  hub.stub.always('GET /people', () => ({ json: people }));
  if (!of.messages) return;
  hub.stub.always('POST /messages', ({ body }) => {
    messages.push(JSON.parse(body));
    return { status: 201, json: {} };
  });
}

/** A directory that is asked for fifty users at a time, and refuses calls for some of them. */
async function connectDirectory(of = { tests: false }): Promise<{ find: object; connection: string }> {
  hub.stub.always('GET /directory/users', ({ url }) => {
    const ids = (new URL(url, 'http://stub').searchParams.get('ids') ?? '').split(',');
    asked.push(ids);
    if (ids.some((id) => answer.refused.has(id))) return { status: 403, json: { message: 'not for you' } };
    const users = ids.filter((id) => !answer.missing.has(id)).map((id) => ({ id, mail: `${id}@example.com` }));
    return { status: answer.status, json: answer.status === 200 ? users : {} };
  });
  if (of.tests) hub.stub.always('GET /directory/me', () => ({ status: answer.testStatus, json: {} }));
  const config = { base_url: `${hub.stub.url}/directory`, test_path: '/me' };
  const { data } = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'Directory', service_type: 'http', credentials: { token: 'old' }, config },
  });
  const options = { find: { query: { ids: '{value}' }, values_max: 50 } };
  return { find: { connection_id: data.id, object: '/users', options, key: 'id' }, connection: data.id };
}

async function connectTable(): Promise<object> {
  const { data, error } = await hub.api.request('POST', '/v1/connections', {
    body: {
      name: 'Directory table',
      service_type: 'postgres',
      credentials: { ...directory.credentials },
      config: { ...directory.config, ssl: 'disable' },
    },
  });
  expect(error).toBeUndefined();
  return { connection_id: data.id, object: 'users', key: 'number' };
}

function toBody(end: { connection_id: string }, action: object, more: object = {}): object {
  const message = {
    ...end,
    object: '/messages',
    operation: 'create',
    options: { path: '/messages', idempotency: { kind: 'header' } },
    mapping: [
      { to: 'id', from: 'record.id' },
      { to: 'to', from: 'steps.boss.record.mail' },
    ],
  };
  return {
    name: 'Greetings',
    source: { ...end, object: '/people', key: ['id'] },
    steps: [
      { id: 'boss', action: { operation: 'find', by: 'record.boss', ...action }, ...more },
      { id: 'message', action: message },
    ],
  };
}

/** A flow that looks the manager of a person up, and writes a message to that one. */
async function save(action: object, more: object = {}): Promise<string> {
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: toBody(await connectStub(hub), action, more),
  });
  expect(error).toBeUndefined();
  return data.id;
}

async function run(flow: string): Promise<RunInput> {
  const input = await hub.activities.begin(flow);
  expect(await work(input)).toMatchObject({ status: 'done' });
  return input;
}

const byText = (a: string, b: string): number => a.localeCompare(b);
const toList = () => messages.map(({ id, to }) => [id, to] as const).toSorted(([a], [b]) => byText(a, b));
const failedOf = async ({ runId }: RunInput): Promise<Item[]> =>
  (await hub.api.request('GET', `/v1/runs/${runId}/records`)).list;

describe('test/integration/found-records', { timeout: 240_000 }, () => {
  it('looks rows of a table up by any type of key, and goes on without those that are not there', async () => {
    serve();
    people = [
      { id: 'a', boss: 7 },
      { id: 'b', boss: '8' },
      { id: 'c' },
      { id: 'd', boss: 'nonsense' },
      { id: 'e', boss: 9999 },
    ];

    const input = await run(await save(await connectTable()));

    expect(toList()).toEqual([
      ['a', 'u7@example.com'],
      ['b', 'u8@example.com'],
      ['c', null],
      ['d', null],
      ['e', null],
    ]);
    const { list: items } = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
    const { data: item } = await hub.api.request('GET', `/v1/items/${items[0]?.id}`);
    expect(item['steps']).toMatchObject([{ step: 'boss', outcome: 'passed' }, { step: 'message' }]);
    const { data: ended } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
    expect(ended).toMatchObject({ status: 'succeeded', counters: { read: 5, created: 5, failed: 0 } });
  });

  it('asks few times for many items, once for what several look for, and never for nothing', async () => {
    serve();
    people = Array.from({ length: 450 }, (_, index) => ({
      id: `p${index}`,
      ...(index % 9 === 0 ? {} : { boss: `b${index % 120}` }),
    }));
    const { find } = await connectDirectory();

    await run(await save(find));

    expect(messages).toHaveLength(450);
    expect(messages.filter(({ to }) => to === null)).toHaveLength(50);
    const values = asked.flat();
    expect(new Set(values).size).toBe(values.length);
    expect(asked.length).toBeLessThan(10);
  });

  it('fails the items for which nothing is found where the step says so, and no other one', async () => {
    serve();
    people = [{ id: 'a', boss: 'x' }, { id: 'b', boss: 'gone' }, { id: 'c' }, { id: 'd', boss: { no: 'text' } }];
    const { find } = await connectDirectory();
    const flow = await save({ ...find, on_missing: 'fail' });

    const input = await run(flow);

    expect(toList()).toEqual([['a', 'x@example.com']]);
    const failed = await failedOf(input);
    expect(failed.map(({ source_key: key, code, step }) => [key, code, step].join(' ')).toSorted(byText)).toEqual([
      'b lookup_missing boss',
      'c lookup_missing boss',
      'd lookup_failed boss',
    ]);
    const { data: ended } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
    expect(ended).toMatchObject({ status: 'partially_succeeded', counters: { failed: 3 } });
  });

  it('fails the item whose look-up is refused, and finds what the others look for', async () => {
    serve();
    people = Array.from({ length: 60 }, (_, index) => ({ id: `p${index}`, boss: `b${index}` }));
    answer.refused = new Set(['b7']);
    const { find } = await connectDirectory();

    const input = await run(await save(find));

    expect(messages).toHaveLength(59);
    expect(await failedOf(input)).toMatchObject([{ source_key: 'p7', code: 'permission', step: 'boss' }]);
  });

  it('goes on behind a failed look-up as its step says, and retries one that failed', async () => {
    serve();
    people = [{ id: 'a', boss: 'gone' }];
    const { find } = await connectDirectory();
    const continued = await save({ ...find, on_missing: 'fail' }, { on_error: 'continue' });
    await run(continued);
    expect(messages).toEqual([{ id: 'a' }]);

    const failing = await run(await save({ ...find, on_missing: 'fail', by: "record.boss + '1'" }));
    const [failed] = await failedOf(failing);
    expect(failed).toMatchObject({ code: 'lookup_missing' });
    answer.missing.clear();
    const { data: retry } = await hub.api.request('POST', `/v1/items/${String(failed?.['item_id'])}/retry`, {
      body: {},
    });
    await actOnRuns(hub.api).setRunning(retry.id);
    expect(await work({ ...failing, runId: toRunInput(hub.api, failing.integrationId, retry.id).runId })).toMatchObject(
      {
        status: 'done',
      },
    );
    expect(messages).toEqual([{ id: 'a' }, { id: 'a', to: 'gone1@example.com' }]);
  });

  it('lets items wait for a directory that does not answer, asks one of them, and goes on when it does', async () => {
    serve();
    people = [
      { id: 'a', boss: 'x' },
      { id: 'b', boss: 'y' },
    ];
    const { find, connection } = await connectDirectory({ tests: true });
    Object.assign(answer, { status: 503, testStatus: 503 });
    const flow = await save(find);
    const input = await hub.activities.begin(flow);

    expect(await work(input)).toMatchObject({ status: 'parked' });

    const { data: waiting } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
    expect(waiting['gates']).toMatchObject([
      { kind: 'connection', steps: ['boss'], connection_id: connection, reason: 'unavailable' },
    ]);
    Object.assign(answer, { status: 200, testStatus: 200 });
    await hub.api.admin`update connection_gates set probe_at = now() - interval '1 s'`;
    await hub.api.admin`
      update runs set wake_at = now() - interval '1 s' where id = ${toLookup('run', input.runId)}`;
    const woken = await wake(input);
    expect(woken).toBeDefined();
    expect(await work(woken ?? input)).toMatchObject({ status: 'done' });
    expect(toList()).toEqual([
      ['a', 'x@example.com'],
      ['b', 'y@example.com'],
    ]);
    const { data: after } = await hub.api.request('GET', `/v1/connections/${connection}`);
    expect(after['gate']).toBeUndefined();
  });

  it('closes no gate for a call that fails while the connection works, and asks none that is disabled', async () => {
    serve({ messages: false });
    people = [{ id: 'a', boss: 'x' }];
    const { find, connection } = await connectDirectory({ tests: true });
    const flow = await save(find);
    answer.status = 503;
    const input = await hub.activities.begin(flow);
    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'transient' });
    expect((await hub.api.request('GET', `/v1/runs/${input.runId}`)).data['gates']).toBeUndefined();

    const before = asked.length;
    await hub.api.request('PATCH', `/v1/connections/${connection}`, { body: { status: 'disabled' } });
    expect(await work(input)).toMatchObject({ status: 'parked' });
    expect((await hub.api.request('GET', `/v1/runs/${input.runId}`)).data['gates']).toMatchObject([
      { steps: ['boss'], reason: 'disabled' },
    ]);
    expect(asked).toHaveLength(before);
  });

  it('keeps the answer that came first, where a worker that was taken for lost asks as well', async () => {
    serve();
    people = [{ id: 'a', boss: 'x' }];
    const { promise: isFree, resolve: free } = Promise.withResolvers<undefined>();
    let questions = 0;
    hub.stub.always('GET /slow/users', async (_, response) => {
      questions += 1;
      const mail = `answer ${questions}`;
      if (questions === 1) await isFree;
      response.setHeader('content-type', 'application/json').end(JSON.stringify([{ id: 'x', mail }]));
    });
    const end = await connectStub(hub);
    const options = { path: '/slow/users', find: { query: { ids: '{value}' }, values_max: 50 } };
    const input = await hub.activities.begin(await save({ ...end, object: '/slow/users', options, key: 'id' }));

    const readStored = () =>
      hub.api.admin<{ sealed: string; settled: string | null; status: string }[]>`
        select encode(s.sealed, 'hex') as sealed, items.settled, items.status from item_steps as s
        join items on items.id = s.item_id
        where s.step = 'boss' and items.run_id = ${toLookup('run', input.runId)}`;

    const lost = hub.activities.runSegment(input);
    await expect.poll(() => questions).toBe(1);
    expect(await hub.activities.over(hub.api.database).runSegment(input)).toMatchObject({ status: 'done' });
    const stored = await readStored();
    expect(stored).toHaveLength(1);
    free(undefined);
    await lost;
    await hub.activities.finishRun({ ...input, outcome: 'succeeded' });

    expect([questions, messages]).toEqual([2, [{ id: 'a', to: 'answer 2' }]]);
    expect(await readStored()).toEqual(stored);
  });

  it('reads the directory at the end of a run, and in a loop without a key', async () => {
    serve();
    people = [{ id: 'a', boss: ['x', 'y', 'x'] }];
    const { find } = await connectDirectory();
    const end = await connectStub(hub);
    const message = (id: string, formula: string): object => ({
      id,
      action: {
        ...end,
        object: '/messages',
        operation: 'create',
        options: { path: '/messages', idempotency: { kind: 'header' } },
        mapping: [{ to: 'to', formula }],
      },
    });
    const { data, error } = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'Greetings',
        source: { ...end, object: '/people', key: ['id'] },
        steps: [
          {
            id: 'bosses',
            for_each: 'record.boss',
            as: 'one',
            collect: 'steps.boss.record.mail',
            steps: [{ id: 'boss', action: { operation: 'find', by: 'one', ...find } }],
          },
          message('message', "join(steps.bosses, ' ')"),
        ],
        finally: [
          { id: 'owner', action: { operation: 'find', by: "'owner'", ...find } },
          message('report', 'steps.owner.record.mail'),
        ],
      },
    });
    expect(error).toBeUndefined();

    await run(data.id);

    expect(messages.map(({ to }) => to)).toEqual(['x@example.com y@example.com x@example.com', 'owner@example.com']);
    expect(asked).toEqual([['x', 'y'], ['owner']]);
  });

  it('refuses what cannot be right when it is saved, by the columns of the table, too', async () => {
    const worker = await startConnectionWorker(hub.api, ['127.0.0.0/8']);
    try {
      const table = await connectTable();
      const { connection_id: connection } = Object(table);
      await hub.api.request('GET', `/v1/connections/${connection}/schema?refresh=true`);
      const end = await connectStub(hub);
      const errorsOf = async (action: object): Promise<string[]> => {
        const { error } = await hub.api.request('POST', '/v1/integrations', { body: toBody(end, action) });
        return (error?.details.errors ?? []).map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
      };

      expect(await errorsOf({ ...table, connection_id: 'conn_01kanm3t1fe7krd5v2mgxzs2v8' })).toEqual([
        'steps[0].action.connection_id unknown_connection',
      ]);
      expect(await errorsOf({ ...table, by: '[1]' })).toEqual(['steps[0].action.by invalid_formula']);
      expect(await errorsOf({ ...table, operation: 'search' })).toEqual(['steps[0].action.operation invalid_value']);
      expect(await errorsOf({ ...end, object: '/users', key: 'id' })).toEqual([
        'steps[0].action.object not_searchable',
      ]);
      const read = (path: string): object => {
        const body = JSON.stringify(toBody(end, table)).replace('steps.boss.record.mail', path);
        return JSON.parse(body);
      };
      const wrong = await hub.api.request('POST', '/v1/integrations', { body: read('steps.boss.record.mial') });
      expect(wrong.error?.details.errors).toMatchObject([{ path: 'steps[1].action.mapping[1].from' }]);
      const right = await hub.api.request('POST', '/v1/integrations', { body: read('steps.boss.record.secret') });
      expect(right.error).toBeUndefined();
      const records = [{ id: 'a', boss: 7 }];
      const { list } = await hub.api.request('POST', `/v1/integrations/${right.data.id}/preview`, {
        body: { records },
      });
      expect(list).toMatchObject([
        {
          steps: [
            { step: 'boss', asks: { object: 'users', key: 'number', by: '7' }, output: { outcome: 'found' } },
            { step: 'message', writes: { to: '<secret of boss>' } },
          ],
        },
      ]);
    } finally {
      await worker.stop();
    }
  });
});
