import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import type { DescribedObject } from '../engine/compile/described-object.ts';
import {
  accounts,
  compile,
  listProblems,
  loop,
  people,
  person,
  source,
  steps,
  write,
} from '../test/harness/flows/compile-steps.ts';
import type { CompiledFlow } from './compile.ts';
import type { ActionStep, Flow, ItemContext } from './flow.ts';

function use(compiled: CompiledFlow): Flow {
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.flowFor({ now: 0 });
}

function findAction(flow: Flow, id: string): ActionStep {
  const step = flow.steps.get(id);
  if (step?.kind !== 'action') throw new Error(`${id} is no action.`);
  return step;
}

const context: ItemContext = {
  record: { id: 'p1', email: 'a@example.com', status: 'active' },
  before: null,
  change: 'created',
  steps: {},
  item: { id: 'item_1', seq: 1, key: 'p1' },
  run: { id: 'run_1', trigger: 'manual', started_at: '2026-01-01T00:00:00Z' },
  trigger: { type: 'manual', run_id: null, integration_id: null, outcome: null },
};
/** Tickets that their desk numbers. */
const tickets: DescribedObject = {
  key: ['number'],
  schema: { type: 'object', properties: { number: { type: 'integer' } } },
  operations: {
    create: { idempotency: 'keyed', identity: 'assigned' },
    delete: { idempotency: 'natural', identity: 'assigned' },
  },
};
describe('flow/compile', () => {
  it('writes to the record whose id a step knows, of update and delete, and checks what it reads', () => {
    const objects = {
      targets: new Map([
        ['made', tickets],
        ['gone', tickets],
        ['off', accounts],
      ]),
    };
    const byTicket = { connection_id: 'conn_t', object: 'tickets' };
    const made = { id: 'made', action: { ...byTicket, operation: 'create', mapping: [{ to: 'title', value: 'x' }] } };
    const remove = (id: string, more: JsonObject = {}): CompiledFlow =>
      compile(
        { steps: [made, { id: 'gone', action: { ...byTicket, operation: 'delete', target_id: id, ...more } }] },
        objects,
      );
    const flow = use(remove('known.made.id'));
    const { plan } = findAction(flow, 'gone');
    const [map] = plan.stages;
    const mapped = map?.kind === 'map' ? map.map({ ...context, known: { made: { id: '17' } } }) : undefined;
    const unknown = map?.kind === 'map' ? map.map({ ...context, known: { made: { id: null } } }) : undefined;

    expect(flow.known).toEqual(['made']);
    expect(mapped).toEqual({ ok: true, value: { number: 17 } });
    expect(plan.readTargetId({ number: 17 })).toBe('17');
    expect(unknown).toMatchObject({ ok: false, problem: { code: 'required_missing', field: 'number' } });
    expect(listProblems(remove('known.mad.id'))).toEqual(['steps[1].action.target_id invalid_formula']);
    expect(listProblems(remove('known.made.id', { operation: 'create' }))).toContain(
      'steps[1].action.target_id unexpected',
    );
    const update = { connection_id: 'conn_t', object: 'accounts', operation: 'update', match_on: ['id'] };
    const off = { id: 'off', action: { ...update, target_id: 'known.made.id' } };
    expect(listProblems(compile({ steps: [made, off] }, objects))).toEqual(['steps[1].action.mapping required']);
  });

  it('gives the steps in an order that only grows, with where items go on', () => {
    const flow = use(
      steps(
        {
          id: 'kind',
          condition: [
            { when: "change == 'created'", steps: [{ id: 'hello', transform: { set: { text: "'hi'" } } }] },
            { when: "change == 'updated'", steps: [] },
          ],
          else: [{ id: 'none', stop: 'skipped' }],
        },
        { id: 'account', action: write(), on_error: [{ id: 'note', transform: { set: { why: 'error.code' } } }] },
        { id: 'last', transform: { set: { text: 'steps.hello.text' } }, on_error: 'continue' },
      ),
    );

    expect(flow.first).toBe('kind');
    const places = [...flow.steps.values()].map(({ id, order, next, onError }) => [id, order, next, onError?.goto]);
    expect(places.toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
      ['kind', 0, 'account', undefined],
      ['hello', 1, 'account', undefined],
      ['none', 2, 'account', undefined],
      ['account', 3, 'last', 'note'],
      ['note', 4, 'last', undefined],
      ['last', 5, undefined, undefined],
    ]);
    expect(flow.steps.get('last')?.onError).toEqual({ goto: undefined });
  });

  it('compiles an action as the short shape, over the names of the item', () => {
    const flow = use(
      steps(
        { id: 'mail', transform: { set: { address: 'lower(record.email)' } } },
        {
          id: 'a',
          action: write({
            mapping: [
              { to: 'id', from: 'record.id' },
              { to: 'mail', from: 'steps.mail.address' },
            ],
          }),
        },
        { id: 'b', action: write({ match_on: ['mail'], mapping: [{ to: 'mail', from: 'record.email' }] }) },
        { id: 'c', action: write({ operation: 'create', match_on: ['id'], delivery: 'at_most_once' }) },
      ),
    );
    const [a, b, c] = ['a', 'b', 'c'].map((id) => findAction(flow, id));

    expect(a?.plan).toMatchObject({ step: 'a', stream: 'people', idempotency: 'natural', targetIdIsInjective: true });
    expect(a).toMatchObject({ effectOf: 'record', connectionId: 'conn_t', target: { matchOn: ['id'] } });
    // What the record is found by may change: another record could be met.
    expect(b?.plan).toMatchObject({ step: 'b', idempotency: 'lookup', targetIdIsInjective: false });
    expect(c).toMatchObject({ effectOf: 'item', plan: { idempotency: 'none', delivery: 'at_most_once' } });
    expect(new Set([a, b, c].map((step) => step?.plan.scope)).size).toBe(3);
    const [map, ...others] = a?.plan.stages ?? [];
    expect(others).toEqual([]);
    const body = map?.kind === 'map' ? map.map({ ...context, steps: { mail: { address: 'x' } } }) : undefined;
    expect(body).toEqual({ ok: true, value: { id: 'p1', mail: 'x' } });
    expect(a?.plan.readKey(context)).toEqual({ ok: true, key: 'p1' });
  });

  it('knows effects in a loop by the key of the record and of the element', () => {
    const mapping = [
      { to: 'id', from: 'record.id' },
      { to: 'team', from: 'team.id' },
    ];
    const one = write({ match_on: ['id', 'team'], mapping });
    const other = write({ match_on: ['id'], mapping });
    const list = [
      {
        ...loop('team', 'team.id'),
        steps: [
          { id: 'one', action: one },
          { id: 'other', action: other },
        ],
      },
    ];
    const flow = use(steps(...list));

    expect(findAction(flow, 'one').plan.targetIdIsInjective).toBe(true);
    // Elements of one record would write over each other.
    expect(findAction(flow, 'other').plan.targetIdIsInjective).toBe(false);
    expect(flow.steps.get('one')).toMatchObject({ within: 'l', next: 'other' });
    expect(flow.steps.get('other')?.next).toBeUndefined();
  });

  it('tells changes of watched fields from others', () => {
    const list = [{ id: 'a', action: write() }];
    const all = use(compile({ steps: list })).source;
    const watching = { ...source, watch: ['status'], changes: ['updated'] };
    const watched = use(compile({ source: watching, steps: list })).source;
    const [one, same, other] = [
      { id: '1', status: 'a' },
      { status: 'a', id: '1' },
      { id: '2', status: 'a' },
    ];

    expect(all.digest(one)).toBe(all.digest(same));
    expect(all.digest(one)).not.toBe(all.digest(other));
    expect(watched.digest(one)).toBe(watched.digest(other));
    expect([all.start, [...all.changes], [...watched.changes]]).toEqual([
      'process',
      ['created', 'updated'],
      ['updated'],
    ]);
  });

  it('names what was probably meant', () => {
    const list = [
      { id: 'account', action: write() },
      { id: 'x', transform: { set: { id: 'steps.acount.id' }, mapping: [{ to: 'a', from: 'record.emial' }] } },
      { id: 'y', transform: { mapping: [{ to: 'a', from: 'steps.account.record.idd' }] } },
    ];

    expect(steps(...list).problems).toMatchObject([
      { path: 'steps[1].transform.set.id', allowed: ['account'] },
      { path: 'steps[1].transform.mapping[0].from', allowed: ['record.email'] },
      { path: 'steps[2].transform.mapping[0].from', allowed: ['steps.account.record.id'] },
    ]);
  });

  it('warns where a target requires what only some items have', () => {
    const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
    const targets = new Map([['b', { schema, from: 'declaration' as const }]]);
    const maybe = { id: 'a', transform: { set: { x: "'1'" } } };
    const uses = { id: 'b', action: write({ mapping: [{ to: 'id', from: 'steps.a.x' }] }) };
    const review = { source: undefined, targets };
    const check = (list: JsonObject[]): string[] =>
      compile({ steps: list }, { review }).warnings.map(({ path, code }) => `${path} ${code}`);

    expect(check([maybe, uses])).toEqual([]);
    const warning = ['steps[1].action.mapping[0] possibly_missing'];
    expect(check([{ ...maybe, when: "change == 'created'" }, uses])).toEqual(warning);
    expect(check([{ ...maybe, on_error: 'continue' }, uses])).toEqual(warning);
    expect(check([{ ...maybe, on_error: [{ id: 'e', stop: 'skipped' }] }, uses])).toEqual([]);
    expect(check([{ id: 'c', condition: [{ when: 'true', steps: [maybe] }] }, uses])).toEqual(warning);
    const scope = { id: 's', scope: [maybe] };
    expect(check([scope, uses])).toEqual([]);
    expect(check([{ ...scope, on_error: 'continue' }, uses])).toEqual(warning);
    const parallel = { id: 'p', parallel: [{ name: 'a', steps: [maybe] }] };
    expect(check([parallel, uses])).toEqual([]);
    expect(check([{ ...parallel, join: 'any' }, uses])).toEqual(warning);
    const stops = { id: 'c', condition: [{ when: 'true', steps: [maybe] }], else: [{ id: 's', stop: 'skipped' }] };
    expect(check([stops, uses])).toEqual([]);
  });

  it('refuses members that do not go with steps, and those that need them', () => {
    const list = [{ id: 'a', stop: 'skipped' }];
    const target = { connection_id: 'conn_t', object: 'accounts' };
    const script = { language: 'javascript', source: 'export default (r) => r' };
    const mapping = [{ to: 'id', from: 'id' }];

    expect(listProblems(compile({ steps: list, target, mapping, script }))).toEqual([
      'target unsupported',
      'mapping unsupported',
      'script unsupported',
    ]);
    expect(listProblems(compile({ source: { ...source, start: 'baseline' } }, { targets: new Map() }))).toEqual([
      'source.start unsupported',
    ]);
    const last = [
      { id: 'w', wait: { for: '1d' } },
      { id: 'r', respond: {} },
    ];
    expect(listProblems(compile({ steps: list, finally: last, source: { ...source, payload: {} } }))).toEqual(
      expect.arrayContaining(['finally[0].wait unsupported', 'finally[1].respond unsupported']),
    );
  });

  it('bounds the number and the depth of steps', () => {
    const many = Array.from({ length: 500 }, (_, index) => ({ id: `s${index}`, stop: 'skipped' }));
    const other = Array.from({ length: 500 }, (_, index) => ({ id: `t${index}`, stop: 'skipped' }));
    const nest = (depth: number): JsonObject =>
      depth === 1
        ? { id: 'd1', stop: 'skipped' }
        : { id: `d${depth}`, condition: [{ when: 'true', steps: [nest(depth - 1)] }] };

    expect(listProblems(steps({ id: 'c', condition: [{ when: 'true', steps: many }], else: other }))).toEqual([
      'steps too_many_steps',
    ]);
    expect(listProblems(steps(nest(20)))).toEqual([]);
    expect(listProblems(steps(nest(21)))).toEqual([`steps[0]${'.condition[0].steps[0]'.repeat(20)} nested_too_deep`]);
  });

  it('knows only from samples what it only warns of', () => {
    const sampled = { source: { schema: person, from: 'sample' }, targets: new Map() } as const;
    const list = [
      { id: 'a', transform: { mapping: [{ to: 'x', from: 'record.emial' }] } },
      { id: 'b', transform: { mapping: [{ to: 'x', from: 'steps.aa.x' }] } },
    ];
    const { problems, warnings } = compile(
      { steps: list },
      { review: sampled, source: { ...people, schema: undefined } },
    );

    expect(warnings.map(({ path }) => path)).toContain('steps[0].transform.mapping[0].from');
    expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'steps[1].transform.mapping[0].from unknown_field',
    ]);
  });

  it('asks once which field an id is of where the object declares none, as a table', () => {
    const table: DescribedObject = {
      operations: { delete: { idempotency: 'natural', identity: 'match', matchOn: 'required' } },
    };
    const action = { connection_id: 'conn_t', object: 'rows', operation: 'delete', target_id: 'record.id' };
    const check = (more: JsonObject): CompiledFlow =>
      compile({ steps: [{ id: 'a', action: { ...action, ...more } }] }, { targets: new Map([['a', table]]) });

    expect(check({})).toMatchObject({
      problems: [
        { path: 'steps[0].action.target_id', code: 'unsupported', message: expect.stringContaining('in `match_on`') },
      ],
    });
    expect(listProblems(check({ match_on: ['id'] }))).toEqual([]);
  });

  it('refuses to delete what only the target knows the id of', () => {
    const object: DescribedObject = {
      operations: { delete: { idempotency: 'lookup', identity: 'assigned', matchOn: 'required' } },
    };
    const list = [{ id: 'a', action: write({ operation: 'delete' }) }];

    expect(listProblems(steps(...list))).toEqual([]);
    expect(listProblems(compile({ steps: list }, { targets: new Map([['a', object]]) }))).toEqual([
      'steps[0].action.operation unsupported',
    ]);
  });
});
