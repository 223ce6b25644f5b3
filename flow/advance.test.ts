import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { advance, settle } from './advance.ts';
import { compileFlow } from './compile.ts';
import { contextBytesMax } from './context.ts';
import { definitionSchema } from './definition.ts';
import type { Flow, ItemContext } from './flow.ts';

const now = { now: 0 };
const operations = { list: {}, upsert: { idempotency: 'natural', identity: 'match' } } as const;
const write = {
  action: {
    connection_id: 'conn_t',
    object: 'accounts',
    operation: 'upsert',
    match_on: ['id'],
    mapping: [{ to: 'id', from: 'record.id' }],
  },
};

function compile(steps: JsonObject[], ids: readonly string[] = []): Flow {
  const source = { connection_id: 'conn_s', object: 'people', key: ['id'] };
  const definition = definitionSchema.parse({ source, steps });
  const targets = new Map(ids.map((id) => [id, { operations }]));
  const compiled = compileFlow({ definition, source: { operations }, targets, namespace: 'int' });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.flowFor(now);
}

function contextOf(record: JsonObject, others: Partial<ItemContext> = {}): ItemContext {
  return { record, before: null, change: 'created', steps: {}, item: {}, run: {}, trigger: {}, ...others };
}

describe('flow/advance', () => {
  it('goes through pure steps up to the next action, and on from there', () => {
    const flow = compile(
      [
        { id: 'name', transform: { set: { full: "record.first + ' ' + record.last" } } },
        { id: 'young', when: 'record.age < 18', stop: 'skipped' },
        {
          id: 'kind',
          condition: [{ when: "change == 'updated'", steps: [] }],
          else: [{ id: 'account', ...write }],
        },
        { id: 'end', transform: { set: { was: 'steps.account.id' } } },
      ],
      ['account'],
    );
    const stopped = advance(flow, flow.first, contextOf({ id: '1', first: 'A', last: 'B', age: 30 }), now);

    expect(stopped).toMatchObject({ status: 'action', step: { id: 'account' } });
    expect(stopped.context.steps).toEqual({ name: { full: 'A B' } });
    expect(stopped.trail).toEqual([
      { step: 'name', outcome: 'passed' },
      { step: 'young', outcome: 'skipped' },
      { step: 'kind', outcome: 'passed' },
    ]);
    const settled = settle(flow, 'account', stopped.context, { ok: true, output: { id: '00u1', outcome: 'created' } });
    expect(settled).toMatchObject({ status: 'at', step: 'end' });
    const ended = advance(flow, 'end', settled.context, now);
    expect(ended).toMatchObject({
      status: 'ended',
      outcome: 'succeeded',
      context: { steps: { end: { was: '00u1' } } },
    });
    // The contexts that it was given are as they were.
    expect(stopped.context.steps).toEqual({ name: { full: 'A B' } });

    const young = advance(flow, flow.first, contextOf({ id: '1', first: 'A', last: 'B', age: 3 }), now);
    expect(young).toMatchObject({ status: 'ended', outcome: 'skipped' });
    const updated = advance(flow, flow.first, contextOf({ id: '1' }, { change: 'updated' }), now);
    expect(updated).toMatchObject({ status: 'ended', outcome: 'succeeded' });
  });

  it('skips a step whose condition is null, and fails the item where it cannot be decided', () => {
    const flow = compile([{ id: 'a', when: 'record.n > 1', stop: 'skipped', on_error: 'continue' }]);

    expect(advance(flow, 'a', contextOf({}), now)).toMatchObject({ status: 'ended', outcome: 'succeeded' });
    const failed = advance(flow, 'a', contextOf({ n: 'x' }), now);
    expect(failed).toMatchObject({ status: 'failed', step: 'a', problem: { code: 'condition_failed' } });
  });

  it('fails, continues, or goes through the steps of on_error, which read the error', () => {
    const stop = { failed: { code: 'no_licence', message: 'Buy one.' } };
    const fails = (onError?: unknown): Flow =>
      compile([{ id: 'a', stop, ...(onError === undefined ? {} : { on_error: onError as JsonObject }) }]);
    const handler = [{ id: 'note', transform: { set: { text: "error.step + ': ' + error.code" } } }];

    expect(advance(fails(), 'a', contextOf({}), now)).toMatchObject({
      status: 'failed',
      problem: { code: 'no_licence', message: 'Buy one.' },
      trail: [{ step: 'a', outcome: 'failed' }],
    });
    expect(advance(fails('continue'), 'a', contextOf({}), now)).toMatchObject({
      status: 'ended',
      outcome: 'succeeded',
    });
    expect(advance(fails(handler), 'a', contextOf({}), now).context).toMatchObject({
      steps: { note: { text: 'a: no_licence' } },
    });
    const flow = compile([{ id: 'w', ...write, on_error: handler }], ['w']);
    const settled = settle(flow, 'w', contextOf({}), { ok: false, problem: { code: 'rejected', message: 'No.' } });
    expect(settled).toMatchObject({ status: 'at', step: 'note', context: { error: { code: 'rejected', step: 'w' } } });
  });

  it('fails items that carry too much', () => {
    const flow = compile(
      [
        { id: 'double', transform: { set: { text: 'record.text + record.text' } } },
        { id: 'w', ...write },
      ],
      ['w'],
    );
    const half = 'x'.repeat(contextBytesMax / 3);

    const tooLarge = { status: 'failed', problem: { code: 'item_too_large' } };
    expect(advance(flow, 'double', contextOf({ text: half }), now)).toMatchObject({ ...tooLarge, step: 'double' });
    expect(advance(flow, 'double', contextOf({ text: half.repeat(4) }), now)).toMatchObject(tooLarge);
    expect(settle(flow, 'w', contextOf({ text: half }), { ok: true, output: half.repeat(3) })).toMatchObject(tooLarge);
    expect(advance(flow, 'double', contextOf({ text: 'é' }), now)).toMatchObject({ status: 'action' });
  });

  it('refuses a step of another revision', () => {
    expect(() => advance(compile([{ id: 'a', stop: 'skipped' }]), 'b', contextOf({}), now)).toThrow(RangeError);
  });

  it('brings every item of every flow to an end', () => {
    fc.assert(
      fc.property(
        listsOf(2),
        fc.array(fc.boolean(), { minLength: 1 }),
        fc.record({ a: fc.boolean() }),
        (steps, answers, record) => {
          const named = nameSteps(steps);
          const flow = compile(named.steps, named.ids);
          let visited = 0;
          let at: string | undefined = flow.first;
          let context = contextOf({ id: '1', ...record });
          let last = -1;
          while (at !== undefined) {
            const advanced = advance(flow, at, context, now);
            const orders = advanced.trail.map(({ step }) => flow.steps.get(step)?.order ?? -1);
            const reached = advanced.status === 'action' ? [...orders, advanced.step.order] : orders;
            for (const order of reached) {
              expect(order).toBeGreaterThan(last);
              last = order;
            }
            if (advanced.status !== 'action') break;
            const isFine = answers[visited % answers.length] === true;
            const problem = { code: 'x', message: 'x' };
            const result = isFine ? ({ ok: true, output: { id: '1' } } as const) : ({ ok: false, problem } as const);
            const next = settle(flow, advanced.step.id, advanced.context, result);
            at = next.status === 'at' ? next.step : undefined;
            ({ context } = next);
            visited += 1;
          }
          expect(visited).toBeLessThanOrEqual(named.ids.length);
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** Kinds of steps without lists of others. */
const plain = fc.constantFrom<JsonObject>(
  write,
  { stop: 'succeeded' },
  { stop: { failed: { code: 'x', message: 'x' } } },
  { transform: { set: { a: 'record.a' } } },
  { transform: { mapping: [{ to: 'a', formula: "int('x')" }] } },
);
const when = fc.constantFrom<JsonObject>({}, { when: 'record.a' }, { when: '!record.a' });

/** Lists of steps without ids, nested as deep as that. */
function listsOf(depth: number): fc.Arbitrary<JsonObject[]> {
  if (depth === 0) return fc.array(plain, { minLength: 1, maxLength: 3 });
  const inner = listsOf(depth - 1);
  const branch = fc.record({ when: fc.constantFrom('record.a', 'true', 'false'), steps: inner });
  const branches = fc.record({ condition: fc.array(branch, { minLength: 1, maxLength: 2 }), else: inner });
  const onError = fc.oneof(
    fc.constantFrom<JsonObject>({}, { on_error: 'continue' }, { on_error: [] }),
    fc.record({ on_error: inner }),
  );
  const step = fc
    .tuple(fc.oneof(plain, branches), when, onError)
    .map((parts): JsonObject => Object.assign({}, ...parts));
  return fc.array(step, { minLength: 1, maxLength: 3 });
}

function nameSteps(steps: JsonObject[]): { steps: JsonObject[]; ids: string[] } {
  let count = 0;
  const ids: string[] = [];
  const named = JSON.parse(JSON.stringify(steps), (name, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    if (!['action', 'stop', 'transform', 'condition'].some((kind) => kind in value)) return value;
    if (name === 'failed') return value;
    count += 1;
    if ('action' in value) ids.push(`s${count}`);
    return { ...value, id: `s${count}` };
  }) as JsonObject[];
  return { steps: named, ids };
}
