import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { type ConnectionWorker, startConnectionWorker } from './connection-worker.ts';
import { createRehearseActs, type Saved } from './rehearse-acts.ts';

const hub = useStubbedHub();
const { saveFlow, change, run, rehearse, itemsOf, makeKey } = createRehearseActs(hub);

let worker: ConnectionWorker;
let people: object[];
/** Refusals of writes, by login. */
let refused: Record<string, string>;
let writes: number;
let end: { connection_id: string };

beforeAll(async () => {
  worker = await startConnectionWorker(hub.api, ['127.0.0.0/8']);
});

afterAll(() => worker.stop());

beforeEach(async () => {
  [people, refused, writes] = [[], {}, 0];
  end = await connectStub(hub);
  hub.stub.always('GET /people', () => ({ json: people }));
});

/** The target takes writes, but for those that are refused. */
function takeWrites(): void {
  hub.stub.always('PUT /users', ({ body }) => {
    writes += 1;
    const message = refused[JSON.parse(body).login];
    return message === undefined ? { json: {} } : { status: 422, json: { message } };
  });
}

const users = {
  object: 'users',
  operation: 'upsert',
  match_on: ['login'],
  options: { path: '/users?login={login}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
};

const source = () => ({ ...end, object: '/people', key: ['id'] });
const login = { to: 'login', from: 'record.id' };
/** Fails for who was born at no date. */
const born = { to: 'born', from: 'record.born', convert: 'date' };

function toSteps(mapping: object[], before: object[] = []): object[] {
  return [...before, { id: 'account', action: { ...end, ...users, mapping: [login, ...mapping] } }];
}

const save = (members: Record<string, unknown>): Promise<Saved> => saveFlow({ source: source(), ...members });

describe('test/api/rehearse', { timeout: 60_000 }, () => {
  it('tells of the items that failed what the newest revision would do with the same input, and writes nothing', async () => {
    takeWrites();
    people = [
      { id: 'p0', born: '1815-12-10' },
      { id: 'p1', born: 'long ago' },
    ];
    const saved = await save({ steps: toSteps([born]) });
    const id = await run(saved);
    const before = itemsOf(await rehearse(id));
    expect(before).toMatchObject([
      {
        key: 'p1',
        was: { status: 'failed', step: 'account', error: { code: 'convert_failed' } },
        outcome: 'failed',
        errors: [{ code: 'convert_failed' }],
        differences: [],
        compared: true,
      },
    ]);

    await change(saved, { steps: toSteps([{ to: 'born', from: 'record.born' }]) });
    const written = writes;
    const answer = await rehearse(id);

    expect(answer.data).toMatchObject({ run_id: id, run_revision: 1, rehearsed: 'revision', revision: 2 });
    expect(itemsOf(answer)).toMatchObject([
      {
        key: 'p1',
        outcome: 'succeeded',
        steps: [{ step: 'account', outcome: 'passed', writes: { login: 'p1', born: 'long ago' } }],
        differences: [
          { kind: 'outcome', was: 'failed', now: 'succeeded' },
          { kind: 'step', step: 'account', was: 'failed', now: 'passed' },
        ],
        masked: false,
        truncated: false,
      },
    ]);
    expect(writes).toBe(written);
    expect(itemsOf(await rehearse(id, { revision: 1 }))).toMatchObject([{ outcome: 'failed', differences: [] }]);
  });

  it('stores nothing: no item, run, entry of the audit log or effect is another one afterwards', async () => {
    people = [{ id: 'p1', born: 'never' }];
    const saved = await save({ steps: toSteps([born]) });
    const id = await run(saved);
    const count = async (): Promise<unknown> =>
      await hub.api.admin`
        select (select jsonb_agg(i order by id) from items i) as items, (select count(*) from item_steps) as steps,
          (select jsonb_agg(r order by id) from runs r) as runs, (select count(*) from audit_events) as audits,
          (select count(*) from ledger) as ledger, (select count(*) from dead_letters) as letters,
          (select jsonb_agg(i order by id) from integrations i) as integrations, (select count(*) from outbox) as outbox,
          (select count(*) from connection_requests) as requests, (select count(*) from waits) as waits`;
    const before = await count();

    itemsOf(await rehearse(id, { definition: { ...saved.body, steps: toSteps([]) } }));

    expect(await count()).toEqual(before);
  });

  it('names the fields that would be written otherwise, also of items that went through', async () => {
    takeWrites();
    people = [{ id: 'p0', name: 'Ada', born: '1815-12-10' }];
    const name = { to: 'name', from: 'record.name' };
    const saved = await save({ steps: toSteps([name, born]) });
    const id = await run(saved);
    const definition = { ...saved.body, steps: toSteps([{ to: 'name', formula: 'upper(record.name)' }, born]) };

    const answer = await rehearse(id, { status: 'succeeded', definition });

    expect(answer.data['rehearsed']).toBe('definition');
    expect(answer.data).not.toHaveProperty('revision');
    expect(itemsOf(answer)).toMatchObject([
      {
        outcome: 'succeeded',
        steps: [
          {
            recorded: true,
            writes: { name: 'ADA' },
            wrote: { name: 'Ada' },
            output: { id: 'p0', outcome: 'written', record: { name: 'ADA' } },
          },
        ],
        differences: [{ kind: 'writes', step: 'account', fields: ['name'] }],
      },
    ]);
    expect(itemsOf(await rehearse(id))).toEqual([]);
    expect(itemsOf(await rehearse(id, { status: 'any' }))).toHaveLength(1);
  });

  it('says where the very same would be sent to a system that refused it', async () => {
    takeWrites();
    people = [{ id: 'p1', name: 'Bob' }];
    refused = { p1: 'No such department.' };
    const saved = await save({ steps: toSteps([{ to: 'name', from: 'record.name' }]) });
    const id = await run(saved);

    expect(itemsOf(await rehearse(id))).toMatchObject([
      { was: { status: 'failed', step: 'account' }, outcome: 'succeeded', same_as_failed: true },
    ]);
    const definition = { ...saved.body, steps: toSteps([{ to: 'name', value: 'Robert' }]) };
    const [changed] = itemsOf(await rehearse(id, { definition }));
    expect(changed).toMatchObject({ outcome: 'succeeded' });
    expect(changed).not.toHaveProperty('same_as_failed');
  });

  it('says where a retry would not go through the step that was mended', async () => {
    takeWrites();
    people = [{ id: 'p1', name: 'bad' }];
    refused = { p1: 'No such department.' };
    const make = (formula: string): object[] => [{ id: 'made', transform: { set: { name: formula } } }];
    const saved = await save({ steps: toSteps([{ to: 'name', from: 'steps.made.name' }], make('record.name')) });
    const id = await run(saved);
    const steps = toSteps([{ to: 'name', from: 'steps.made.name' }], make("record.name + '!'"));

    const [mended] = itemsOf(await rehearse(id, { definition: { ...saved.body, steps } }));
    expect(mended).toMatchObject({ was: { step: 'account' }, outcome: 'succeeded', retry_misses: 'made' });
    const later = toSteps([{ to: 'name', value: 'Robert' }], make('record.name'));
    const [other] = itemsOf(await rehearse(id, { definition: { ...saved.body, steps: later } }));
    expect(other).not.toHaveProperty('retry_misses');
  });

  it('goes on with what steps gave in the run, where they ask the same', async () => {
    takeWrites();
    people = [{ id: 'p1', born: 'never' }];
    const first = { id: 'first', action: { ...end, ...users, mapping: [login] } };
    const note = { to: 'note', from: 'steps.first.outcome' };
    const saved = await save({ steps: toSteps([born, note], [first]) });
    const id = await run(saved);

    const kept = { ...saved.body, steps: toSteps([note], [first]) };
    expect(itemsOf(await rehearse(id, { definition: kept }))).toMatchObject([
      {
        steps: [
          { step: 'first', recorded: true },
          { step: 'account', writes: { note: 'written' } },
        ],
      },
    ]);
    const other = { ...first, action: { ...first.action, object: 'others' } };
    const [invented] = itemsOf(await rehearse(id, { definition: { ...kept, steps: toSteps([note], [other]) } }));
    expect(invented).toMatchObject({ steps: [{ step: 'first' }, { writes: { note: 'created' } }] });
    expect(JSON.stringify(invented)).not.toContain('recorded');
  });

  it('hides sensitive values, and what is made of them', async () => {
    people = [{ id: 'p1', api_token: 'canary/person-token', born: 'never' }];
    const copies = [
      { to: 'copy', from: 'record.api_token' },
      { to: 'loud', formula: 'upper(record.api_token)' },
    ];
    const saved = await save({ steps: toSteps([born, ...copies]) });
    const id = await run(saved);

    const answer = await rehearse(id, { definition: { ...saved.body, steps: toSteps(copies) } });

    expect(itemsOf(answer)).toMatchObject([{ outcome: 'succeeded', masked: true }]);
    expect(JSON.stringify(answer)).not.toMatch(/canary/i);
  });

  it('hides sensitive values of records that a step has listed, there and among the values of the item', async () => {
    people = [{ id: 'p1', born: 'never' }];
    hub.stub.always('GET /members', { json: [{ id: 'm1', api_token: 'canary/member-token' }] });
    const members = { id: 'members', action: { ...end, object: '/members', operation: 'list' } };
    const copy = { to: 'copy', formula: "steps.members.records.map(one, one.api_token).join(',')" };
    const saved = await save({ steps: toSteps([born, copy], [members]) });
    const id = await run(saved);

    const answer = await rehearse(id, { definition: { ...saved.body, steps: toSteps([copy], [members]) } });

    const [item] = itemsOf(answer);
    const records = [{ id: 'm1', api_token: 'text(19)' }];
    expect(item).toMatchObject({
      masked: true,
      steps: [
        { step: 'members', recorded: true, output: { records, is_complete: true } },
        { writes: { copy: 'text(19)' } },
      ],
    });
    const values = await hub.api.request('GET', `/v1/items/${String(item?.['item_id'])}?values=true`);
    expect(values.data['values']).toMatchObject({ masked: true, outputs: [{ step: 'members', output: { records } }] });
    expect(JSON.stringify([answer, values])).not.toMatch(/canary/i);
  });

  it('goes through loops, whose steps are given invented outputs', async () => {
    people = [{ id: 'p1', teams: [{ id: 'a' }, { id: 'b' }], born: 'never' }];
    const member = { ...end, ...users, mapping: [{ to: 'login', from: 'team.id' }, born] };
    const loop = {
      id: 'loop',
      for_each: 'record.teams',
      as: 'team',
      key: 'team.id',
      steps: [{ id: 'member', action: member }],
    };
    const saved = await save({ steps: [loop] });
    const id = await run(saved);
    const fixed = { ...loop, steps: [{ id: 'member', action: { ...member, mapping: member.mapping.slice(0, 1) } }] };

    const answer = await rehearse(id, { definition: { ...saved.body, steps: [fixed] } });

    expect(itemsOf(answer)).toMatchObject([
      {
        was: { status: 'failed', step: 'loop' },
        outcome: 'succeeded',
        steps: [
          { step: 'member', elements: ['a'], writes: { login: 'a' } },
          { step: 'member', elements: ['b'], writes: { login: 'b' } },
          { step: 'loop', outcome: 'passed' },
        ],
        differences: [
          { kind: 'outcome' },
          { kind: 'step', step: 'member', elements: ['a'], was: 'failed', now: 'passed' },
          { kind: 'step', step: 'member', elements: ['b'], was: 'failed', now: 'passed' },
          { kind: 'step', step: 'loop', was: 'failed', now: 'passed' },
        ],
      },
    ]);
  });

  it('takes items by their ids, and goes on behind the last one', async () => {
    people = ['p1', 'p2', 'p3'].map((id) => ({ id, born: 'never' }));
    const saved = await save({ steps: toSteps([born]) });
    const id = await run(saved);

    const first = await rehearse(id, { limit: 2 });
    const keys = itemsOf(first).map(({ key }) => key);
    const rest = await rehearse(id, { limit: 2, after: first.data['next'] });
    const last = itemsOf(rest);
    expect([...keys, ...last.map(({ key }) => key)].map(String).toSorted()).toEqual(['p1', 'p2', 'p3']);
    expect(rest.data).not.toHaveProperty('next');

    const named = itemsOf(await rehearse(id, { item_ids: [last[0]?.['item_id']] }));
    expect(named).toMatchObject([{ key: last[0]?.['key'] }]);
  });

  it('rehearses the failed records of a run with one mapping, their values as shapes to who may not browse', async () => {
    takeWrites();
    people = [
      { id: 'p0', born: '1815-12-10' },
      { id: 'p1', name: 'Bob', born: 'long ago' },
    ];
    const mapping = [
      { to: 'login', from: 'id' },
      { to: 'name', from: 'name' },
    ];
    const target = { ...end, ...users };
    const saved = await save({ target, mapping: [...mapping, { to: 'born', from: 'born', convert: 'date' }] });
    const id = await run(saved);
    expect(itemsOf(await rehearse(id))).toMatchObject([{ key: 'p1', outcome: 'failed', differences: [] }]);
    await change(saved, { mapping });

    expect(itemsOf(await rehearse(id))).toMatchObject([
      {
        record_id: expect.stringMatching(/^dl_/),
        key: 'p1',
        was: { status: 'failed', error: { code: 'convert_failed', field: 'born' } },
        outcome: 'mapped',
        mapped: { login: 'p1', name: 'Bob' },
        differences: [{ kind: 'outcome', was: 'failed', now: 'mapped' }],
        masked: false,
      },
    ]);
    const key = await makeKey('integrations:write', 'runs:read', 'records:read');
    expect(itemsOf(await rehearse(id, {}, key))).toMatchObject([
      { mapped: { login: 'text(2)', name: 'text(3)' }, masked: true },
    ]);
    const filtered = { ...saved.body, mapping, source: { ...source(), filter: "name != 'Bob'" } };
    expect(itemsOf(await rehearse(id, { definition: filtered }))).toMatchObject([{ outcome: 'filtered' }]);
  });

  it('says why a run with one mapping that kept nothing cannot be rehearsed', async () => {
    takeWrites();
    people = [{ id: 'p0' }];
    const saved = await save({ target: { ...end, ...users }, mapping: [{ to: 'login', from: 'id' }] });
    const id = await run(saved);

    const { status, error } = await rehearse(id);

    expect([status, error.code]).toEqual([409, 'invalid_state']);
    expect(error.message).toContain('keeps only the records that failed');
  });

  it('refuses what does not fit the run, with where and why', async () => {
    people = [{ id: 'p1', born: 'never' }];
    const saved = await save({ steps: toSteps([born]) });
    const id = await run(saved);
    const problemsOf = async (body: object): Promise<unknown> => {
      const { status, error } = await rehearse(id, body);
      return [status, error.code, error.details.errors?.map(({ path, code }) => `${path} ${code}`)];
    };

    const invalid = (error: unknown): unknown[] => [400, 'invalid_request', [error]];

    expect(await problemsOf({ record_ids: [newId('deadLetter')] })).toEqual(invalid('record_ids not_applicable'));
    expect(await problemsOf({ item_ids: [newId('item')] })).toEqual(invalid('item_ids[0] unknown_item'));
    expect(await problemsOf({ item_ids: [newId('item')], status: 'failed' })).toEqual(invalid(' choose_one'));
    expect(await problemsOf({ item_ids: [newId('item')], limit: 1 })).toEqual(invalid(' choose_one'));
    expect(await problemsOf({ limit: 21 })).toEqual(invalid('limit too_big'));
    expect(await problemsOf({ revision: 1, definition: saved.body })).toEqual(invalid(' choose_one'));
    expect(await problemsOf({ revision: 9 })).toEqual(invalid('revision unknown_revision'));
    const wrong = { ...saved.body, steps: toSteps([{ to: 'x', from: 'nowhere.x' }]) };
    expect(await problemsOf({ definition: wrong })).toEqual(invalid(expect.stringMatching(/^definition\.steps\[0\]/)));
    const elsewhere = { ...saved.body, source: { ...source(), object: '/others' } };
    expect(await problemsOf({ definition: elsewhere })).toEqual([409, 'invalid_state', undefined]);
    const mapped = {
      name: 'Mapped',
      source: source(),
      target: { ...end, ...users },
      mapping: [{ to: 'login', from: 'id' }],
    };
    expect(await problemsOf({ definition: mapped })).toEqual([409, 'invalid_state', undefined]);
    expect(await problemsOf({ draft: true })).toEqual([403, 'forbidden', undefined]);
  });

  it('is for who may change integrations and read records, and tells others nothing of the run', async () => {
    people = [{ id: 'p1', born: 'never' }];
    const id = await run(await save({ steps: toSteps([born]) }));

    for (const scopes of [
      ['runs:read', 'records:read'],
      ['integrations:write', 'runs:read'],
      ['integrations:write', 'records:read'],
    ]) {
      const { status, error } = await rehearse(id, {}, await makeKey(...scopes));
      expect([scopes, status, error.code]).toEqual([scopes, 403, 'insufficient_scope']);
    }
    const { api_key: key } = await hub.api.addOrganization('Others');
    const other = await rehearse(id, {}, key);
    const missing = await rehearse(newId('run'), {}, key);
    expect([other.status, other.error.code]).toEqual([404, 'not_found']);
    expect(other.error.message).toBe(missing.error.message);
  });
});
