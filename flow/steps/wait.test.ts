import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { compileFlow, type CompiledFlow } from '../compile.ts';
import { definitionSchema } from '../definition.ts';

const schema: JsonObject = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, age: { type: 'integer' } },
};

function compile(wait: object, ...behind: object[]): CompiledFlow {
  const source = { connection_id: 'conn_s', object: 'people' };
  const definition = definitionSchema.parse({ source, steps: [{ id: 'pause', wait }, ...behind] });
  const described = { key: ['id'], schema, operations: { list: {} } };
  const review = { source: { schema, from: 'declaration' }, targets: new Map() } as const;
  return compileFlow({ definition, source: described, targets: new Map(), review, namespace: 'int' });
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
  });
});
