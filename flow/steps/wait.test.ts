import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { compileFlow, type CompiledFlow } from '../compile.ts';
import { definitionSchema } from '../definition.ts';

const schema: JsonObject = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, age: { type: 'integer' } },
};

const ticket = { connection_id: 'conn_t', object: 'tickets', by: 'record.id' };
const tickets = {
  key: ['id'],
  finds: true,
  schema: {
    type: 'object',
    properties: { id: { type: 'string' }, state: { type: 'string' } },
    additionalProperties: false,
  },
} as const;

function compile(wait: object, ...behind: object[]): CompiledFlow {
  const source = { connection_id: 'conn_s', object: 'people' };
  const definition = definitionSchema.parse({ source, steps: [{ id: 'pause', wait }, ...behind] });
  const described = { key: ['id'], schema, operations: { list: {} } };
  const review = { source: { schema, from: 'declaration' }, targets: new Map() } as const;
  return compileFlow({
    definition,
    source: described,
    targets: new Map(),
    searched: new Map([['pause', tickets]]),
    review,
    namespace: 'int',
  });
}

function listProblems({ problems }: CompiledFlow): string[] {
  return problems.map(({ path, code }) => `${path} ${code}`);
}

const read = (formula: string): object => ({ id: 'next', transform: { set: { value: formula } } });

describe('flow/steps/wait', () => {
  it.each([
    [{}, 'steps[0].wait invalid_wait'],
    [{ for: '3d', until: 'now()' }, 'steps[0].wait invalid_wait'],
    [{ for: '3d', quorum: 2 }, 'steps[0].wait.quorum unsupported'],
    [{ until: 'record.age' }, 'steps[0].wait.until invalid_formula'],
    [{ until: 'timestamp(record.nam)' }, 'steps[0].wait.until invalid_formula'],
    [{ for: 'approval', message: 'record.age' }, 'steps[0].wait.message invalid_formula'],
    [{ for: 'approval', on_timeout: 'fail' }, 'steps[0].wait.on_timeout unsupported'],
    [{ for: 'approval', form: { type: 'object', dependencies: {} } }, 'steps[0].wait.form.dependencies invalid_schema'],
    [{ for: 'callback', on_timeout: 'approve', timeout: '1d' }, 'steps[0].wait.on_timeout unsupported'],
    [
      { for: 'callback', schema: { type: 'object', dependencies: {} } },
      'steps[0].wait.schema.dependencies invalid_schema',
    ],
    [{ until: 'true', check: ticket }, 'steps[0].wait.timeout required'],
    [{ until: 'true', check: ticket, every: '10s', timeout: '1d' }, 'steps[0].wait.every too_often'],
    [{ until: 'result.stat == 1', check: ticket, timeout: '1d' }, 'steps[0].wait.until invalid_formula'],
    [{ until: 'true', check: { ...ticket, by: '[1]' }, timeout: '1d' }, 'steps[0].wait.check.by invalid_formula'],
    [{ until: 'true', check: { ...ticket, key: 'a..b' }, timeout: '1d' }, 'steps[0].wait.check.key invalid_path'],
    [{ for: '3d', check: ticket }, 'steps[0].wait.check unsupported'],
  ])('refuses %j', (wait, problem) => {
    expect(listProblems(compile(wait))).toContain(problem);
  });

  it('knows what waits give to later steps', () => {
    const form = { type: 'object', properties: { role: { type: 'string' } }, additionalProperties: false };
    const approval = { for: 'approval', form };

    expect(listProblems(compile(approval, read('steps.pause.form.role + steps.pause.approved_by[0]')))).toEqual([]);
    expect(listProblems(compile(approval, read('steps.pause.form.rol')))).toEqual([
      expect.stringContaining('steps[1].transform.set.value'),
    ]);
    expect(listProblems(compile({ for: '1h' }, read('steps.pause.body')))).toHaveLength(1);
    const callback = { for: 'callback', schema: form };
    expect(listProblems(compile(callback, read('steps.pause.body.role + steps.pause.received_at')))).toEqual([]);
    expect(listProblems(compile(callback, read('steps.pause.body.rol')))).toHaveLength(1);
  });

  it('knows what checks find', () => {
    const check = { until: "result.state == 'closed'", check: ticket, timeout: '1d' };

    expect(listProblems(compile(check, read('steps.pause.result.state')))).toEqual([]);
    expect(listProblems(compile(check, read('steps.pause.result.stat')))).toHaveLength(1);
    expect(listProblems(compile(check, read('result.state')))).toHaveLength(1);
  });

  it('gives the addresses of callbacks to the steps of the same item, and of its children', () => {
    const callback = { for: 'callback' };
    const inLoop = (formula: string): object => ({
      id: 'each',
      for_each: '[1]',
      as: 'element',
      steps: [{ id: 'inner', wait: callback }, read(formula)],
    });

    expect(listProblems(compile(callback, inLoop('callbacks.pause + callbacks.inner')))).toEqual([]);
    expect(listProblems(compile(callback, inLoop('record.id'), { ...read('callbacks.inner'), id: 'last' }))).toEqual([
      expect.stringContaining('steps[2].transform.set.value'),
    ]);
    expect(listProblems(compile(callback, read('callbacks.paus')))).toHaveLength(1);
    expect(listProblems(compile({ for: '1h' }, read('callbacks.pause')))).toHaveLength(1);
  });
});
