import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { compileFlow } from './compile.ts';
import { definitionSchema } from './definition.ts';
import type { ItemContext } from './flow.ts';
import { previewItem, type PreviewedItem } from './preview-item.ts';

const operations = { list: {}, create: { idempotency: 'keyed', identity: 'assigned', matchOn: 'optional' } } as const;
const write = { connection_id: 'conn_t', object: 'accounts', operation: 'create' };

const plain = [
  { id: 'old', when: 'record.old', stop: 'skipped' },
  { id: 'account', action: { ...write, mapping: [{ to: 'mail', from: 'record.mail', required: true }] } },
  { id: 'member', action: { ...write, mapping: [{ to: 'user', from: 'steps.account.id' }] }, on_error: 'continue' },
];

function preview(
  record: ItemContext['record'],
  stubs?: ItemContext['record'],
  steps: JsonObject[] = plain,
): PreviewedItem {
  const source = { connection_id: 'conn_s', object: 'people', key: ['id'] };
  const targets = new Map(['account', 'member'].map((id) => [id, { operations }]));
  const definition = definitionSchema.parse({ source, steps });
  const properties = { id: { type: 'string' }, mail: { type: 'string' }, age: { type: 'integer' } };
  const described = {
    key: ['id'],
    finds: true,
    operations: { list: {} },
    schema: { type: 'object', properties },
  } as const;
  const searched = new Map([['boss', described]]);
  const compiled = compileFlow({ definition, source: { operations }, targets, searched, namespace: 'int' });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const context: ItemContext = { record, before: null, change: 'created', steps: {}, item: {}, run: {}, trigger: {} };
  return previewItem(compiled.flowFor({ now: 0 }), context, { now: 0 }, stubs);
}

describe('flow/preview-item', () => {
  it('says what each action would write, with invented outputs or those that are given', () => {
    expect(preview({ id: '1', mail: 'a@b' })).toEqual({
      outcome: 'succeeded',
      steps: [
        { step: 'old', outcome: 'skipped' },
        {
          step: 'account',
          outcome: 'passed',
          writes: { mail: 'a@b' },
          output: { id: '<id of account>', outcome: 'created', record: { mail: 'a@b' } },
        },
        expect.objectContaining({ step: 'member', writes: { user: '<id of account>' } }),
      ],
    });
    expect(preview({ id: '1', mail: 'a@b' }, { account: { id: '00u1' } }).steps.at(-1)?.writes).toEqual({
      user: '00u1',
    });
  });

  it('goes through a loop for each of the first elements, and names these', () => {
    const loop = { id: 'loop', for_each: 'record.teams', as: 'team', key: 'team.id', collect: 'steps.member.id' };
    const member = { id: 'member', action: { ...write, mapping: [{ to: 'team', from: 'team.id', required: true }] } };
    const teams = (...ids: (string | null)[]): JsonObject => ({ id: '1', teams: ids.map((id) => ({ id })) });
    const see = (record: JsonObject): PreviewedItem => preview(record, undefined, [{ ...loop, steps: [member] }]);

    expect(see(teams('a', 'b')).steps).toMatchObject([
      { step: 'member', elements: ['a'], writes: { team: 'a' } },
      { step: 'member', elements: ['b'], writes: { team: 'b' } },
      { step: 'loop', outcome: 'passed', output: ['<id of member>', '<id of member>'] },
    ]);
    const many = see(teams(...Array.from({ length: 50 }, (_, index) => `t${index}`)));
    expect(many.steps).toHaveLength(21);
    expect(see(teams('a', null))).toMatchObject({ outcome: 'failed', problem: { code: 'invalid_element_key' } });
    expect(see({ id: '1' })).toMatchObject({ outcome: 'succeeded', steps: [{ step: 'loop', output: [] }] });
  });

  it('says what a look-up would ask, and goes on with an invented record or what is given', () => {
    const find = { connection_id: 'conn_d', object: 'users', operation: 'find', by: 'record.boss' };
    const member = { id: 'member', action: { ...write, mapping: [{ to: 'mail', from: 'steps.boss.record.mail' }] } };
    const see = (record: JsonObject, stubs?: JsonObject, more: JsonObject = {}): PreviewedItem =>
      preview(record, stubs, [{ id: 'boss', action: { ...find, ...more } }, member]);

    expect(see({ id: '1', boss: 7 }).steps).toMatchObject([
      {
        step: 'boss',
        outcome: 'passed',
        asks: { object: 'users', key: 'id', by: '7' },
        output: { outcome: 'found', record: { id: '7', mail: '<mail of boss>' } },
      },
      { step: 'member', writes: { mail: '<mail of boss>' } },
    ]);
    const stub = { boss: { outcome: 'found', record: { mail: 'b@b' } } };
    expect(see({ id: '1', boss: 7 }, stub).steps[1]).toMatchObject({ writes: { mail: 'b@b' } });
    expect(see({ id: '1' }).steps[0]).toMatchObject({
      asks: { by: null },
      output: { outcome: 'missing', record: null },
    });
    expect(see({ id: '1' }, undefined, { on_missing: 'fail' })).toMatchObject({
      outcome: 'failed',
      problem: { code: 'lookup_missing' },
      steps: [{ step: 'boss', outcome: 'failed', asks: { by: null } }],
    });
    expect(see({ id: '1', boss: [7] })).toMatchObject({ outcome: 'failed', problem: { code: 'lookup_failed' } });
  });

  it('says what a list would ask, and goes on with an invented record or what is given', () => {
    const set = { id: 'set', transform: { set: { value: 'one.mail' } } };
    const action = { connection_id: 'conn_d', object: 'users', operation: 'list', where: { mail: 'record.mail' } };
    const loop = { id: 'all', for_each: 'steps.boss.records', as: 'one', steps: [set] };
    const see = (record: JsonObject, stubs?: JsonObject, more: JsonObject = {}): PreviewedItem =>
      preview(record, stubs, [{ id: 'boss', action: { ...action, ...more } }, loop]);

    const paged = { options_from: { 'query.age': 'record.age' }, limit: 5 };
    expect(see({ id: '1', mail: 'a@b', age: 7 }, undefined, paged).steps).toMatchObject([
      {
        step: 'boss',
        lists: { object: 'users', limit: 5, where: { mail: 'a@b' }, options: { 'query.age': 7 } },
        output: { records: [{ mail: 'a@b', id: '<id of boss>' }], is_complete: true },
      },
      { step: 'set', output: { value: 'a@b' } },
      { step: 'all' },
    ]);
    const stub = { boss: { records: [{ mail: 'x' }, { mail: 'y' }], is_complete: false } };
    expect(see({ id: '1', mail: 'a@b' }, stub).steps.map(({ output }) => output)).toMatchObject([
      stub.boss,
      { value: 'x' },
      { value: 'y' },
      undefined,
    ]);
    expect(see({ id: '1' }).steps[0]).toMatchObject({ lists: { where: null }, output: { records: [] } });
    expect(see({ id: '1', mail: ['a'] })).toMatchObject({ outcome: 'failed', problem: { code: 'lookup_failed' } });
  });

  it('says where an item ends, and why', () => {
    expect(preview({ id: '1', old: true })).toEqual({
      outcome: 'skipped',
      steps: [{ step: 'old', outcome: 'passed' }],
    });
    expect(preview({ id: '1' })).toMatchObject({
      outcome: 'failed',
      problem: { code: 'required_missing', field: 'mail' },
      steps: [{ step: 'old' }, { step: 'account', outcome: 'failed', problem: { code: 'required_missing' } }],
    });
  });
});
