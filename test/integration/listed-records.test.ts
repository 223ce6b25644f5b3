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
let teams: { id: string; [member: string]: unknown }[];
let messages: { id: string; [member: string]: unknown }[];
/** The teams whose members were asked for, page by page, and how the system answers now. */
let asked: string[];
let answer: { status: number; testStatus: number; refused: Set<string>; size: number; note?: string };

beforeAll(async () => {
  directory = await createTargetDatabase(hub.api.testDatabase.adminUrl, `members_${process.pid}`);
  await directory.sql`create table members (number integer primary key, team text, floor integer, secret text)`;
  await directory.sql.unsafe(`alter table members owner to members_${process.pid}`);
  await directory.sql`insert into members select n, 't' || (n % 3), n % 2, 'very secret' from generate_series(1, 300) as n`;
});

afterAll(() => directory.close());

beforeEach(() => {
  [teams, messages, asked] = [[], [], []];
  answer = { status: 200, testStatus: 200, refused: new Set(), size: 3 };
});

/** The system that teams come from, and messages go to. @param of What of it is asked for. */
function serve(of = { messages: true }): void {
  hub.stub.always('GET /teams', () => ({ json: teams }));
  if (!of.messages) return;
  hub.stub.always('POST /messages', ({ body }) => {
    messages.push(JSON.parse(body));
    return { status: 201, json: {} };
  });
}

/** A system that gives the members of a team two a page. */
async function connectMembers(of: { tests?: true; reads?: false } = {}): Promise<{ list: object; connection: string }> {
  const members = ({ url }: { url: string }): { status?: number; json: unknown } => {
    const { searchParams: query } = new URL(url, 'http://stub');
    const [team, page] = [query.get('team') ?? '', Number(query.get('page'))];
    asked.push(`${team} ${page}`);
    if (answer.refused.has(team)) return { status: 403, json: { message: 'not for you' } };
    if (answer.status !== 200) return { status: answer.status, json: {} };
    const all = Array.from({ length: answer.size }, (_, index) => ({
      id: `${team}${index + 1}`,
      team,
      note: answer.note,
    }));
    return { json: all.slice(2 * page - 2, 2 * page) };
  };
  if (of.reads !== false) hub.stub.always('GET /members', members);
  if (of.tests === true) hub.stub.always('GET /me', () => ({ status: answer.testStatus, json: {} }));
  const config = { base_url: hub.stub.url, test_path: '/me' };
  const { data } = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'Members', service_type: 'http', credentials: { token: 'old' }, config },
  });
  const options = { pagination: { kind: 'page', parameter: 'page', short_page_ends: true }, page_size: 2 };
  const list = { connection_id: data.id, object: '/members', options, options_from: { 'query.team': 'record.id' } };
  return { list, connection: data.id };
}

async function connectTable(): Promise<{ connection_id: string; object: string }> {
  const { data, error } = await hub.api.request('POST', '/v1/connections', {
    body: {
      name: 'Members table',
      service_type: 'postgres',
      credentials: { ...directory.credentials },
      config: { ...directory.config, ssl: 'disable' },
    },
  });
  expect(error).toBeUndefined();
  return { connection_id: data.id, object: 'members' };
}

const ids = "join(steps.members.records.map(one, string(one.id)), ' ')";

function toBody(
  end: { connection_id: string },
  action: object,
  { more = {}, formula = ids, steps = [] }: { more?: object; formula?: string; steps?: object[] } = {},
): object {
  const message = {
    ...end,
    object: '/messages',
    operation: 'create',
    options: { path: '/messages', idempotency: { kind: 'header' } },
    mapping: [
      { to: 'id', from: 'record.id' },
      { to: 'members', formula },
      { to: 'all', formula: 'steps.members.is_complete' },
    ],
  };
  return {
    name: 'Rosters',
    source: { ...end, object: '/teams', key: ['id'] },
    steps: [
      { id: 'members', action: { operation: 'list', ...action }, ...more },
      ...(steps.length > 0 ? steps : [{ id: 'message', action: message }]),
    ],
  };
}

/** A flow that reads the members of a team, and writes a message of them. */
async function save(action: object, more: Parameters<typeof toBody>[2] = {}): Promise<string> {
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: toBody(await connectStub(hub), action, more),
  });
  expect(error?.details ?? error).toBeUndefined();
  return data.id;
}

async function run(flow: string): Promise<RunInput> {
  const input = await hub.activities.begin(flow);
  expect(await work(input)).toMatchObject({ status: 'done' });
  return input;
}

const byText = (a: string, b: string): number => a.localeCompare(b);
const toList = () =>
  messages.map(({ id, members, all }) => `${id}: ${String(members)} ${String(all)}`).toSorted(byText);
const failedOf = async ({ runId }: RunInput): Promise<Item[]> =>
  (await hub.api.request('GET', `/v1/runs/${runId}/records`)).list;

describe('test/integration/listed-records', { timeout: 240_000 }, () => {
  it('reads rows of a table by the values of each item, so many at most, and says whether these are all', async () => {
    serve();
    teams = [
      { id: 'a', team: 't0', floor: 0 },
      { id: 'b', team: 't1', floor: 1 },
      { id: 'c', floor: 1 },
      { id: 'd', team: 'none', floor: 1 },
    ];
    const formula = 'string(size(steps.members.records))';
    const table = await connectTable();

    await run(await save({ ...table, where: { team: 'record.team', floor: 'record.floor' } }, { formula }));
    expect(toList()).toEqual(['a: 50 true', 'b: 50 true', 'c: 0 true', 'd: 0 true']);

    messages = [];
    const first = "join(steps.members.records.map(one, string(one.number)), ' ')";
    const flow = await save(
      { ...table, where: { team: 'record.team' }, limit: 3, fields: ['number'] },
      { formula: first },
    );
    await run(flow);
    expect(toList()).toEqual(['a: 3 6 9 false', 'b: 1 4 7 false', 'c:  true', 'd:  true']);
  });

  it('asks by options of the item, page by page, and no further than it has to', async () => {
    serve();
    teams = [{ id: 'x' }, { id: 'y' }];
    const { list } = await connectMembers();

    await run(await save(list));
    expect(toList()).toEqual(['x: x1 x2 x3 true', 'y: y1 y2 y3 true']);
    expect(asked.toSorted(byText)).toEqual(['x 1', 'x 2', 'y 1', 'y 2']);

    [asked, answer.size] = [[], 9];
    await run(await save({ ...list, limit: 3 }));
    expect(messages.slice(2)).toMatchObject([
      { members: 'x1 x2 x3', all: false },
      { members: 'y1 y2 y3', all: false },
    ]);
    expect(asked.toSorted(byText)).toEqual(['x 1', 'x 2', 'y 1', 'y 2']);
  });

  it('filters by itself what the system does not, and asks once for what several items ask for', async () => {
    serve();
    teams = Array.from({ length: 30 }, (_, index) => ({ id: `p${String(index).padStart(2, '0')}`, team: 'x' }));
    const { list } = await connectMembers();
    const wanted = { ...list, options_from: { 'query.team': 'record.team' }, where: { id: "record.team + '2'" } };

    await run(await save(wanted));

    expect(messages.map(({ members }) => members)).toEqual(Array.from({ length: 30 }, () => 'x2'));
    expect(asked).toEqual(['x 1', 'x 2']);
  });

  it('takes each record through steps of its own, and writes each once', async () => {
    serve();
    teams = [{ id: 'x' }, { id: 'y' }];
    const { list } = await connectMembers();
    const end = await connectStub(hub);
    const loop = {
      id: 'each',
      for_each: 'steps.members.records',
      as: 'one',
      key: 'one.id',
      steps: [
        {
          id: 'message',
          action: {
            ...end,
            object: '/messages',
            operation: 'create',
            options: { path: '/messages', idempotency: { kind: 'header' } },
            mapping: [
              { to: 'id', from: 'one.id' },
              { to: 'team', from: 'record.id' },
            ],
          },
        },
      ],
    };

    await run(await save(list, { steps: [loop] }));

    expect(messages.map(({ id, team }) => `${id} ${String(team)}`).toSorted(byText)).toEqual([
      'x1 x',
      'x2 x',
      'x3 x',
      'y1 y',
      'y2 y',
      'y3 y',
    ]);
  });

  it('fails the items that may have more where the step says so, and those that carry too much', async () => {
    serve();
    teams = [{ id: 'x' }, { id: 'y' }];
    const { list } = await connectMembers();
    const input = await run(await save({ ...list, limit: 2, on_more: 'fail' }, { more: {} }));
    expect(await failedOf(input)).toMatchObject([
      { code: 'list_incomplete', step: 'members' },
      { code: 'list_incomplete', step: 'members' },
    ]);
    expect(messages).toEqual([]);

    const odd = await run(await save({ ...list, options_from: { 'query.team': 'record' } }));
    expect(await failedOf(odd)).toMatchObject([{ code: 'lookup_failed' }, { code: 'lookup_failed' }]);

    [answer.note, answer.size, asked] = ['x'.repeat(100_000), 20, []];
    const large = await run(await save(list));
    expect(await failedOf(large)).toMatchObject([{ code: 'item_too_large' }, { code: 'item_too_large' }]);
    expect(asked.toSorted(byText)).toEqual(['x 1', 'x 2', 'y 1', 'y 2']);
    expect(messages).toEqual([]);
    await run(await save({ ...list, fields: ['id'], limit: 2 }));
    expect(toList()).toEqual(['x: x1 x2 false', 'y: y1 y2 false']);
  });

  it('fails the item whose list is refused, and no other one', async () => {
    serve();
    teams = Array.from({ length: 12 }, (_, index) => ({ id: `t${index}-` }));
    answer.refused = new Set(['t7-']);
    const { list } = await connectMembers();

    const input = await run(await save(list));

    expect(messages).toHaveLength(11);
    expect(await failedOf(input)).toMatchObject([{ source_key: 't7-', code: 'permission', step: 'members' }]);
  });

  it('keeps what it gave, sealed, for later steps that are tried again, and asks again where the step itself is', async () => {
    serve({ messages: false });
    teams = [{ id: 'x' }];
    let isRefusing = true;
    hub.stub.always('POST /messages', ({ body }) => {
      if (isRefusing) return { status: 422, json: { message: 'not now' } };
      messages.push(JSON.parse(body));
      return { status: 201, json: {} };
    });
    const { list } = await connectMembers();
    const failing = await run(await save(list));
    const [failed] = await failedOf(failing);
    expect(failed).toMatchObject({ step: 'message' });
    const stored = await hub.api.admin<{ sealed: Buffer }[]>`
      select s.sealed from item_steps as s join items on items.id = s.item_id
      where s.step = 'members' and items.run_id = ${toLookup('run', failing.runId)}`;
    expect(stored).toHaveLength(1);
    expect(stored[0]?.sealed.includes('x1')).toBe(false);

    [isRefusing, answer.size] = [false, 1];
    const { data: retry } = await hub.api.request('POST', `/v1/items/${String(failed?.['item_id'])}/retry`, {
      body: {},
    });
    await actOnRuns(hub.api).setRunning(retry.id);
    await work({ ...failing, runId: toRunInput(hub.api, failing.integrationId, retry.id).runId });

    expect(toList()).toEqual(['x: x1 x2 x3 true']);
    expect(asked).toEqual(['x 1', 'x 2']);
  });

  it('lets items wait for a system that does not answer, and goes on when it does', async () => {
    serve();
    teams = [{ id: 'x' }, { id: 'y' }];
    const { list, connection } = await connectMembers({ tests: true });
    Object.assign(answer, { status: 503, testStatus: 503 });
    const input = await hub.activities.begin(await save(list));

    expect(await work(input)).toMatchObject({ status: 'parked' });

    const { data: waiting } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
    expect(waiting['gates']).toMatchObject([
      { kind: 'connection', steps: ['members'], connection_id: connection, reason: 'unavailable' },
    ]);
    Object.assign(answer, { status: 200, testStatus: 200 });
    await hub.api.admin`update connection_gates set probe_at = now() - interval '1 s'`;
    await hub.api.admin`
      update runs set wake_at = now() - interval '1 s' where id = ${toLookup('run', input.runId)}`;
    const woken = await wake(input);
    expect(await work(woken ?? input)).toMatchObject({ status: 'done' });
    expect(toList()).toEqual(['x: x1 x2 x3 true', 'y: y1 y2 y3 true']);
  });

  it('refuses what cannot be right when it is saved, by the columns of the table and the options of the object, too', async () => {
    const worker = await startConnectionWorker(hub.api, ['127.0.0.0/8']);
    try {
      const table = await connectTable();
      await hub.api.request('GET', `/v1/connections/${table.connection_id}/schema?refresh=true`);
      const { list } = await connectMembers({ reads: false });
      const end = await connectStub(hub);
      const errorsOf = async (action: object, formula?: string): Promise<string[]> => {
        const body = toBody(end, action, formula === undefined ? {} : { formula });
        const { error } = await hub.api.request('POST', '/v1/integrations', { body });
        return (error?.details.errors ?? []).map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
      };
      const rows = "join(steps.members.records.map(one, string(one.number)), ' ')";

      expect(await errorsOf({ ...table, where: { team: 'record.id' } }, rows)).toEqual([]);
      expect(await errorsOf({ ...table, where: { taem: 'record.id' } }, rows)).toEqual([
        'steps[0].action.where.taem unknown_field',
      ]);
      expect(await errorsOf({ ...table, where: { floor: "'1'" } }, rows)).toEqual([
        'steps[0].action.where.floor never_matches',
      ]);
      expect(await errorsOf({ ...table, fields: ['nmuber'] }, "'-'")).toEqual([
        'steps[0].action.fields[0] unknown_field',
      ]);
      expect(await errorsOf({ ...table, connection_id: 'conn_01kanm3t1fe7krd5v2mgxzs2v8' }, "'-'")).toEqual([
        'steps[0].action.connection_id unknown_connection',
      ]);
      expect(await errorsOf(table)).toEqual(['steps[1].action.mapping[1].formula invalid_formula']);
      expect(await errorsOf({ ...list, options_from: { 'qeury.team': 'record.id' } })).toEqual([
        'steps[0].action.options_from.qeury.team unknown_field',
      ]);
      expect(await errorsOf({ ...list, options_from: { pagination: 'record.id' } })).toHaveLength(1);
      expect(await errorsOf({ ...list, options_from: { page_size: '2', 'query.team': 'record.id' } })).toEqual([]);

      const { data } = await hub.api.request('POST', '/v1/integrations', {
        body: toBody(end, { ...table, where: { team: 'record.id' } }, { formula: 'steps.members.records[0].secret' }),
      });
      const { list: previewed } = await hub.api.request('POST', `/v1/integrations/${data.id}/preview`, {
        body: { records: [{ id: 't1' }] },
      });
      expect(previewed).toMatchObject([
        {
          steps: [
            { step: 'members', lists: { object: 'members', limit: 100, where: { team: 't1' } } },
            { step: 'message', writes: { members: '<secret of members>', all: true } },
          ],
        },
      ]);
    } finally {
      await worker.stop();
    }
  });
});
