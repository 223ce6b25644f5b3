import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { fieldOf } from '../../transforms/schema/field-type.ts';
import { compileFlow, type CompiledFlow, type UsableFlow } from '../compile.ts';
import { definitionSchema } from '../definition.ts';
import { describeSteps } from '../describe-steps.ts';
import { drawFlow } from '../draw-flow.ts';
import type { ItemContext } from '../flow.ts';
import { previewItem } from '../preview-item.ts';

const schema: JsonObject = {
  type: 'object',
  properties: { id: { type: 'string' }, age: { type: 'integer' } },
  required: ['id'],
};
const taken: JsonObject = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['id', 'name'],
  additionalProperties: false,
};

const source = { connection_id: 'conn_s', object: 'people' };

function define(step: object, ...behind: object[]) {
  return definitionSchema.parse({ source, steps: [{ id: 'make', ...step }, ...behind] });
}

const response = fieldOf(['object'], {
  members: new Map([
    ['body', fieldOf(['object'], { members: new Map([['login', fieldOf(['string'])]]), isClosed: true })],
  ]),
  isClosed: true,
});

function compile(step: object, ...behind: object[]): CompiledFlow {
  const key = 'call' in step ? ['id'] : undefined;
  return compileFlow({
    definition: define(step, ...behind),
    source: { key: ['id'], schema, operations: { list: {} } },
    targets: new Map(),
    calls: new Map([['make', { key, response }]]),
    review: {
      source: { schema, from: 'declaration' },
      targets: new Map([['make', { schema: taken, from: 'declaration' }]]),
    },
    namespace: 'int',
  });
}

function requireUsable(compiled: CompiledFlow): UsableFlow {
  expect(compiled.problems).toEqual([]);
  if (!compiled.ok) throw new Error('The flow does not compile.');
  return compiled;
}

const read = (formula: string): object => ({ id: 'next', transform: { set: { value: formula } } });
const call = (members: object): object => ({ call: { integration_id: 'int_other', ...members } });
const input = { id: 'record.id', name: "'Ann'" };
const sync = { sync: { integration_id: 'int_other' } };

const context: ItemContext = {
  record: { id: 'p1', age: 30 },
  before: null,
  change: 'created',
  steps: {},
  item: {},
  run: {},
  trigger: {},
};

describe('flow/steps/call', () => {
  it.each([
    ['a member that the other integration requires', call({ set: { id: 'record.id' } }), 'mapping missing_required'],
    ['a member that it does not know', call({ set: { ...input, nam: "'x'" } }), 'set.nam unknown_field'],
    ['a value of another type', call({ set: { ...input, name: 'record.age' } }), 'set.name type_mismatch'],
    ['a formula of an unknown field', call({ set: { ...input, name: 'record.nam' } }), 'set.name invalid_formula'],
  ])('refuses an input with %s', (_case, step, problem) => {
    const { problems } = compile(step);

    expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual([`steps[0].call.${problem}`]);
  });

  it('knows what its outputs have', () => {
    expect(
      compile(call({ set: input }), read('steps.make.status + steps.make.item_id + steps.make.run_id')).problems,
    ).toEqual([]);
    expect(compile(call({ set: input }), read('steps.make.counters')).problems).toMatchObject([
      { path: 'steps[1].transform.set.value', code: 'invalid_formula' },
    ]);
    expect(compile(call({ set: input }), read('lowerAscii(steps.make.response.body.login)')).problems).toEqual([]);
    expect(compile(call({ set: input }), read('steps.make.response.body.lgoin')).problems).toMatchObject([
      { path: 'steps[1].transform.set.value', code: 'invalid_formula' },
    ]);
    expect(compile(sync, read('steps.make.counters.failed + 1')).problems).toEqual([]);
    expect(compile(sync, read('steps.make.counters.lost')).problems).toMatchObject([{ code: 'invalid_formula' }]);
  });

  it('refuses to call at the end of a run, which does not wait', () => {
    const [last] = define(call({ set: { id: 'run.id' } })).steps ?? [];
    const definition = definitionSchema.parse({ source, steps: [{ id: 'end', stop: 'succeeded' }], finally: [last] });
    const { problems } = compileFlow({ definition, targets: new Map(), namespace: 'int' });

    expect(problems).toMatchObject([{ path: 'finally[0].call', code: 'unsupported' }]);
  });

  it('is previewed without starting anything: what would be given, and what later steps would read', () => {
    const flow = requireUsable(compile(call({ set: input }), read('steps.make.status'))).flowFor({ now: 0 });

    expect(previewItem(flow, context, { now: 0 })).toMatchObject({
      outcome: 'succeeded',
      steps: [
        {
          step: 'make',
          output: { status: 'succeeded', item_id: '<item of make>', response: null },
          waits: { for: 'call', integration_id: 'int_other', input: { id: 'p1', name: 'Ann' } },
        },
        { step: 'next', output: { value: 'succeeded' } },
      ],
    });
    const synced = requireUsable(compile(sync, read('string(steps.make.counters.created)'))).flowFor({ now: 0 });
    expect(previewItem(synced, context, { now: 0 })).toMatchObject({
      steps: [{ waits: { for: 'sync', integration_id: 'int_other' } }, { output: { value: '0' } }],
    });
  });

  it('shows which integration it calls, in lists and drawings', () => {
    const definition = define(call({ set: input, detached: true }), { id: 'all', ...sync });

    expect(describeSteps(definition)).toEqual([
      { step: 'make', kind: 'call', integration_id: 'int_other', detached: true, rules: 2 },
      { step: 'all', kind: 'sync', integration_id: 'int_other' },
    ]);
    expect(drawFlow(definition)).toContain('step_make[["make: call int_other"]]');
    expect(drawFlow(definition)).toContain('step_all[["all: sync int_other"]]');
  });
});
