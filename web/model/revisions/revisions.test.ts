import { describe, expect, it } from 'vitest';
import type { FlowStep } from '../../../client/operations.data.ts';
import type { JsonObject } from '../json.ts';
import { cutSame, listMoved } from './change.ts';
import { countChanges, describeChanges } from './describe-changes.ts';

const names = new Map([
  ['conn_a', 'People system'],
  ['conn_b', 'Directory'],
  ['lut_1', 'Employee states'],
]);
const nameOf = (id: string): string | undefined => names.get(id);

const simple: JsonObject = {
  source: { connection_id: 'conn_a', object: 'people', key: ['id'], filter: 'record.active' },
  mapping: [
    { to: 'id', from: 'id', required: true },
    { to: 'login', from: 'work_email' },
    { to: 'status', from: 'state', lookup: { table: 'lut_1' }, default: 'ACTIVE' },
  ],
  target: { connection_id: 'conn_b', object: 'users', operation: 'upsert', match_on: ['id'] },
  triggers: [{ type: 'schedule', every: 'daily', at: '02:00' }],
  enrich: [{ as: 'boss', connection_id: 'conn_a', object: 'people', by: 'manager_id' }],
  script: { code: 'one\ntwo\nthree' },
  on_error: { record: 'dead_letter' },
  concurrency: 'queue',
  timezone: 'Europe/Berlin',
};

const stop = (id: string): FlowStep => ({ id, stop: 'succeeded' });
const write = (id: string, login: string): FlowStep => ({
  id,
  name: 'Account',
  action: {
    connection_id: 'conn_b',
    object: 'users',
    operation: 'create',
    mapping: [{ to: 'login', from: login }],
  },
});
const withSteps = (...steps: readonly FlowStep[]): JsonObject => JSON.parse(JSON.stringify({ steps }));

describe('web/model/revisions/revisions', () => {
  it('tells rule by rule what became of a mapping, in words and with names', () => {
    const mapping = [
      { to: 'id', from: 'id', required: true },
      { to: 'login', formula: 'lower(work_email)', on_null: 'omit' },
      { to: 'mail', from: 'work_email', convert: { to: 'date', format: 'dd.MM.yyyy' } },
    ];

    expect(describeChanges(simple, { ...simple, mapping }, nameOf)).toEqual([
      {
        title: 'Mapping',
        changes: [
          { kind: 'changed', title: 'login', before: 'work_email', after: '= lower(work_email), on null: omit' },
          { kind: 'added', title: 'mail', after: 'work_email, as date (format dd.MM.yyyy)' },
          { kind: 'removed', title: 'status', before: 'state, looked up in Employee states, else "ACTIVE"' },
        ],
      },
    ]);
  });

  it('tells members by their names, and connections by theirs', () => {
    const after = { ...simple, source: { connection_id: 'conn_b', object: 'people', key: ['id', 'country'] } };

    expect(describeChanges(simple, after, nameOf)).toEqual([
      {
        title: 'Source',
        changes: [
          { kind: 'changed', title: 'Connection', before: 'People system', after: 'Directory' },
          { kind: 'changed', title: 'Key', before: 'id', after: 'id, country' },
          { kind: 'removed', title: 'Filter', before: 'record.active' },
        ],
      },
    ]);
  });

  it('tells a step that moved, between branches and within a list, and says no more of it', () => {
    const branch = (...steps: FlowStep[]): FlowStep => ({ id: 'kind', condition: [{ when: 'record.new', steps }] });
    const [a, b, c, account] = [stop('a'), stop('b'), stop('c'), write('account', 'mail')];

    expect(describeChanges(withSteps(a, b, c, account, branch()), withSteps(c, a, b, branch(account)), nameOf)).toEqual(
      [
        {
          title: 'Steps',
          changes: [
            { kind: 'moved', title: 'c (stop)', note: 'to the beginning' },
            { kind: 'moved', title: 'Account (write)', note: 'from in the flow to in kind, if record.new' },
          ],
        },
      ],
    );
  });

  it('tells what differs within a step, rule by rule, and of a new step what it does', () => {
    const [group] = describeChanges(withSteps(write('account', 'mail')), withSteps(write('account', 'upn')), nameOf);
    const [added] = describeChanges(withSteps(), withSteps(write('account', 'mail')), nameOf);

    expect(group?.changes).toEqual([
      {
        kind: 'changed',
        title: 'Account (write)',
        details: [{ kind: 'changed', title: 'login', before: 'mail', after: 'upn' }],
      },
    ]);
    expect(added?.changes[0]).toMatchObject({ kind: 'added', title: 'Account (write)', note: 'in the flow' });
    expect(added?.changes[0]?.details?.map(({ title, after }) => [title, after])).toContainEqual(['login', 'mail']);
  });

  it('shows of long texts the lines that differ', () => {
    const [group] = describeChanges(simple, { ...simple, script: { code: 'one\n2\nthree' } }, nameOf);

    expect(group?.changes).toEqual([
      {
        kind: 'changed',
        title: 'Code',
        before: '… 1 line the same\ntwo\n… 1 line the same',
        after: '… 1 line the same\n2\n… 1 line the same',
      },
    ]);
    expect(cutSame('a\na', 'a\na\na')).toEqual(['… 2 lines the same', '… 2 lines the same\na']);
  });

  it('takes the fewest moves for an order', () => {
    expect([...listMoved(['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'a'])]).toEqual(['a']);
    expect([...listMoved(['a', 'b'], ['b', 'x', 'a'])]).toHaveLength(1);
    expect([...listMoved(['a', 'b', 'c'], ['a', 'x', 'c'])]).toEqual([]);
  });

  it('says something of every difference, also where words would be the same', () => {
    for (const name of Object.keys(simple)) {
      const { [name]: _, ...without } = simple;
      expect([name, countChanges(describeChanges(simple, without, nameOf)) > 0]).toEqual([name, true]);
      expect([name, countChanges(describeChanges(without, simple, nameOf)) > 0]).toEqual([name, true]);
    }
    const rule = (value: JsonObject): JsonObject => ({ mapping: [{ to: 'x', from: 'y', lookup: value }] });
    const twins = new Map([...names, ['lut_2', 'Employee states']]);
    const pairs: [JsonObject, JsonObject][] = [
      [{ limit: 5 }, { limit: '5' }],
      [rule({ table: 'lut_1' }), rule({ table: 'lut_2' })],
      [
        { triggers: [{ type: 'schedule', every: '1h' }] },
        { triggers: [{ type: 'schedule', every: '1h', jitter: '5m' }] },
      ],
      [
        {
          mapping: [
            { to: 'a', value: 1 },
            { to: 'a', value: 2 },
          ],
        },
        { mapping: [{ to: 'a', value: 2 }] },
      ],
    ];
    for (const [one, other] of pairs) {
      expect([one, countChanges(describeChanges(one, other, (id) => twins.get(id))) > 0]).toEqual([one, true]);
    }
    expect(describeChanges(simple, structuredClone(simple), nameOf)).toEqual([]);
  });
});
