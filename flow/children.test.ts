import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { advance } from './advance.ts';
import {
  type ChildrenResult,
  endChild,
  join as joinChildren,
  type Joined,
  noChildren,
  toChildContext,
} from './children.ts';
import { compileFlow } from './compile.ts';
import { contextBytesMax } from './context.ts';
import { definitionSchema } from './definition.ts';
import type { Flow, ItemContext, NewChild, SplitStep } from './flow.ts';

const now = { now: 0 };
const operations = { list: {} };

function compile(...steps: JsonObject[]): Flow {
  const source = { connection_id: 'conn_s', object: 'people', key: ['id'] };
  const definition = definitionSchema.parse({ source, steps });
  const compiled = compileFlow({ definition, source: { operations }, targets: new Map(), namespace: 'int' });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.flowFor(now);
}

function contextOf(record: JsonObject): ItemContext {
  return { record, before: null, change: 'created', steps: {}, item: {}, run: {}, trigger: {} };
}

function join(...args: Parameters<typeof joinChildren>): Extract<Joined, { status: 'joined' }> {
  const joined = joinChildren(...args);
  if (joined.status !== 'joined') throw new Error('There are more children.');
  return joined;
}

const double = { id: 'double', transform: { set: { n: 'number * 2' } } };
const loop = { id: 'loop', for_each: 'record.numbers', as: 'number', key: 'number', collect: 'steps.double.n' };
const failed = { count: 2, name: 'b', step: 'double', problem: { code: 'x', message: 'No.' } };

function split(
  flow: Flow,
  record: JsonObject,
): { step: SplitStep; children: readonly NewChild[]; context: ItemContext } {
  const advanced = advance(flow, 'loop', contextOf(record), now);
  if (advanced.status !== 'split') throw new Error(JSON.stringify(advanced));
  return advanced;
}

/** Takes the children of an item to their ends, in any order. */
function carry(flow: Flow, record: JsonObject, sort: (children: readonly NewChild[]) => NewChild[]): ChildrenResult {
  const { step, children, context } = split(flow, record);
  const collected = new Map<string, unknown>();
  for (const { name, element } of sort(children)) {
    const at = step.startOf(name) ?? '';
    const advanced = advance(flow, at, toChildContext(step, context, element), now);
    if (advanced.status !== 'ended') throw new Error('A child has not ended.');
    const end = endChild(step, advanced, now);
    if (end.status === 'ended') collected.set(name, end.collected);
  }
  return { ...noChildren, collected: children.map(({ name }) => collected.get(name) as number) };
}

describe('flow/children', () => {
  it('gives what children left in the order of the list, in whichever order they end', () => {
    const flow = compile({ ...loop, steps: [double] });

    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 20 }),
        fc.func(fc.integer()),
        (numbers, order) => {
          const rank = ({ name }: NewChild): number => order(name);
          const sort = (children: readonly NewChild[]): NewChild[] => children.toSorted((a, b) => rank(a) - rank(b));
          const { position } = join(flow, 'loop', contextOf({ numbers }), carry(flow, { numbers }, sort));

          expect(position).toMatchObject({ status: 'ended', outcome: 'succeeded' });
          expect(position.context.steps).toEqual({ loop: numbers.map((number) => number * 2) });
          // Nothing of a child is the item's.
          expect(Object.keys(position.context)).not.toContain('number');
        },
      ),
    );
  });

  it('goes on at once where there is nothing to make children of', () => {
    const flow = compile({ ...loop, steps: [double] });

    for (const record of [{}, { numbers: null }, { numbers: [] }]) {
      expect(advance(flow, 'loop', contextOf(record), now)).toMatchObject({
        status: 'ended',
        context: { steps: { loop: [] } },
        trail: [{ step: 'loop', outcome: 'passed' }],
      });
    }
  });

  it('fails the item of children that failed, as on_error of the step says', () => {
    const result = { ...noChildren, failed, collected: [2] };
    const why = {
      code: 'elements_failed',
      message: '2 elements failed, the first of them "b" at the step `double`: No.',
    };
    const context = contextOf({});

    expect(join(compile({ ...loop, steps: [double] }), 'loop', context, result)).toMatchObject({
      position: { status: 'failed', step: 'loop', problem: why },
      entry: { outcome: 'failed', problem: why },
    });
    const tolerant = compile({ ...loop, steps: [double], on_error: 'continue' });
    expect(join(tolerant, 'loop', context, result).position).toMatchObject({
      status: 'ended',
      context: { steps: { loop: [2] }, error: { code: 'elements_failed', step: 'loop' } },
    });
  });

  it('names to on_error of a scope the step within it that failed', () => {
    const flow = compile({ id: 'all', scope: [{ id: 'double', stop: 'skipped' }], on_error: 'continue' });
    const result = { ...noChildren, failed: { ...failed, count: 1 }, collected: [] };

    expect(join(flow, 'all', contextOf({}), result).position).toMatchObject({
      context: { error: { step: 'double', message: 'At the step `double`: No.' } },
    });
    const problem = { ...failed.problem, culprit: 'innermost' };
    const nested = { ...result, failed: { ...result.failed, problem } };
    expect(join(flow, 'all', contextOf({}), nested).position.context.error).toMatchObject({ step: 'innermost' });
    const { position } = join(flow, 'all', contextOf({}), { ...noChildren, collected: undefined });
    expect(position).toMatchObject({ context: { error: { step: 'all', code: 'item_too_large' } } });
  });

  it('fails a child that gives no value to collect, and an item that would carry too much', () => {
    const flow = compile({ ...loop, collect: "int('x')", steps: [double] });
    const { step, context } = split(flow, { numbers: [1] });
    const end = endChild(step, { status: 'ended', outcome: 'succeeded', context }, now);
    expect(end).toMatchObject({ status: 'failed', step: 'loop' });
    expect(endChild(step, { status: 'ended', outcome: 'skipped', context }, now)).not.toHaveProperty('collected');

    for (const collected of [undefined, ['x'.repeat(contextBytesMax)]]) {
      const { position } = join(flow, 'loop', contextOf({}), { ...noChildren, collected });
      expect(position).toMatchObject({ status: 'failed', step: 'loop', problem: { code: 'item_too_large' } });
    }
  });
});
