import { describe, expect, it } from 'vitest';
import { compileFlow } from '../compile.ts';
import { definitionSchema } from '../definition.ts';
import { previewItem } from '../preview-item.ts';

const environment = { now: 0 };
const respond = { status: 201, body: "{'id': record.id}" };

function compile(steps: object[], source: object = { payload: {} }) {
  const definition = definitionSchema.parse({
    source: { connection_id: 'conn_s', object: 'orders', ...source },
    steps,
  });
  const described = { key: ['id'], operations: { list: {} } };
  return compileFlow({ definition, source: described, targets: new Map(), namespace: 'int' });
}

describe('flow/steps/respond', () => {
  it('gives the answer to later steps', () => {
    const compiled = compile([
      { id: 'answer', respond },
      { id: 'next', transform: { set: { value: 'steps.answer.body.id' } } },
    ]);
    if (!compiled.ok) throw new Error('The flow does not compile.');
    const context = {
      record: { id: 'o1' },
      before: null,
      change: 'created' as const,
      steps: {},
      item: {},
      run: {},
      trigger: {},
    };

    expect(previewItem(compiled.flowFor(environment), context, environment).steps).toMatchObject([
      { step: 'answer', output: { status: 201, body: { id: 'o1' } } },
      { step: 'next', output: { value: 'o1' } },
    ]);
  });

  it.each([
    [[{ id: 'answer', respond: { body: 'nothing.here(' } }], {}, 'steps[0].respond.body'],
    [[{ id: 'try', scope: [{ id: 'answer', respond }] }], {}, 'steps[0].scope[0].respond'],
    [[{ id: 'answer', respond }], { payload: undefined }, 'steps[0].respond'],
  ])('refuses %j with %j', (steps, source, path) => {
    expect(compile(steps, { payload: {}, ...source }).problems.map((problem) => problem.path)).toContain(path);
  });

  it('takes statuses that can have a body, and lead nowhere else', () => {
    const parse = (status: number) =>
      definitionSchema.safeParse({ steps: [{ id: 'answer', respond: { status } }] }).success;

    expect([200, 404, 503].map(parse)).toEqual([true, true, true]);
    expect([204, 302, 600].map(parse)).toEqual([false, false, false]);
  });
});
