import { describe, expect, it } from 'vitest';
import { toFieldErrors } from '../../../core/field-errors.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { answerFind } from '../../advance.ts';
import { compileFlow, type CompiledFlow } from '../../compile.ts';
import { definitionSchema } from '../../definition.ts';
import { describeSteps } from '../../describe-steps.ts';
import { drawFlow } from '../../draw-flow.ts';
import type { FindStep, ItemContext } from '../../flow.ts';

const schema: JsonObject = {
  type: 'object',
  properties: { id: { type: 'string' }, boss: { type: ['integer', 'null'] }, teams: { type: 'array' } },
};
const person = { type: 'object', properties: { id: { type: 'integer' }, mail: { type: 'string' } } };
const users = { key: ['id'], finds: true, schema: person } as const;

const find = { connection_id: 'conn_d', object: 'users', operation: 'find', by: 'record.boss' };
const source = { connection_id: 'conn_s', object: 'people' };
const read = (formula: string): object => ({ id: 'next', transform: { set: { value: formula } } });

function compile(action: object, more: object = {}, ...behind: object[]): CompiledFlow {
  const definition = definitionSchema.parse({ source, steps: [{ id: 'manager', action, ...more }, ...behind] });
  return compileFlow({
    definition,
    source: { key: ['id'], schema, operations: { list: {} } },
    targets: new Map(),
    searched: new Map([['manager', users]]),
    review: { source: { schema, from: 'declaration' }, targets: new Map() },
    namespace: 'int',
  });
}

function listProblems({ problems }: CompiledFlow): string[] {
  return problems.map(({ path, code }) => `${path} ${code}`);
}

function toStep(action: object): FindStep {
  const compiled = compile(action);
  const step = compiled.ok ? compiled.flowFor({ now: 0 }).steps.get('manager') : undefined;
  if (step?.kind !== 'find') throw new Error('The step does not compile.');
  return step;
}

function contextOf(boss: Json, steps: JsonObject = {}): ItemContext {
  return { record: { id: 'p1', boss }, before: null, change: 'created', steps, item: {}, run: {}, trigger: {} };
}

describe('flow/steps/searches/find', () => {
  it.each([
    [{ ...find, by: 'record.bos' }, {}, 'steps[0].action.by invalid_formula'],
    [{ ...find, by: 'record.teams' }, {}, 'steps[0].action.by invalid_formula'],
    [{ ...find, key: 'a..b' }, {}, 'steps[0].action.key invalid_path'],
    [find, { undo: { action: { ...source, operation: 'delete' } } }, 'steps[0].undo unsupported'],
  ])('refuses %j with %j', (action, more, problem) => {
    expect(listProblems(compile(action, more))).toContain(problem);
  });

  it('takes no members of actions that write, and no other operation', () => {
    const errorsOf = (action: object): string[] => {
      const parsed = definitionSchema.safeParse({ source, steps: [{ id: 'manager', action }] });
      return toFieldErrors(parsed.error?.issues ?? []).map(({ path, code }) => `${path} ${code}`);
    };

    expect(errorsOf({ ...find, mapping: [{ to: 'a', value: 1 }] })).toEqual(['steps[0].action.mapping unknown_field']);
    expect(errorsOf({ ...find, operation: 'search' })).toEqual(['steps[0].action.operation invalid_value']);
    expect(errorsOf({ ...find, operation: 'list' })).toContain('steps[0].action.by unknown_field');
    expect(errorsOf({ ...find, by: undefined })).toEqual(['steps[0].action.by required']);
    expect(errorsOf({ ...find, operation: 'create' })).toContain('steps[0].action.by unknown_field');
  });

  it('refuses an object whose records cannot be found, and one without a key of one field', () => {
    const problemsOf = (described: object): string[] => {
      const definition = definitionSchema.parse({ source, steps: [{ id: 'manager', action: find }] });
      const searched = new Map([['manager', described]]);
      const key = { key: ['id'], operations: { list: {} } };
      return listProblems(compileFlow({ definition, source: key, targets: new Map(), searched, namespace: 'int' }));
    };

    expect(problemsOf({ key: ['id'] })).toEqual(['steps[0].action.object not_searchable']);
    expect(problemsOf({ finds: true })).toEqual(['steps[0].action.key required']);
  });

  it('knows what later steps read of what was found', () => {
    expect(listProblems(compile(find, {}, read("steps.manager.record.mail ?? '-'")))).toEqual([]);
    expect(listProblems(compile(find, {}, read("steps.manager.outcome == 'missing'")))).toEqual([]);
    const [problem] = compile(find, {}, read('steps.manager.record.mial')).problems;
    expect(problem).toMatchObject({ path: 'steps[1].transform.set.value' });
    expect(problem?.message).toContain('mail');
    expect(compile(find, {}, read('steps.manager.id')).problems).toHaveLength(1);
    expect(compile(find, {}, read('known.manager.id')).problems).toHaveLength(1);
  });

  it('looks by text for what is a text or a number, and for nothing where there is nothing', () => {
    const { by } = toStep(find);
    const valueOf = (boss: Json): unknown => by(contextOf(boss), { now: 0 });

    expect([7, 'x', null, ''].map(valueOf)).toEqual([
      { ok: true, value: '7' },
      { ok: true, value: 'x' },
      { ok: true, value: null },
      { ok: true, value: null },
    ]);
    expect(valueOf({ id: 7 })).toMatchObject({ ok: false, problem: { code: 'lookup_failed' } });
  });

  it('gives the record, or null, or fails the item, as the step says', () => {
    const [going, failing] = [toStep(find), toStep({ ...find, on_missing: 'fail' })];
    const context = contextOf(7);

    expect(answerFind(going, context, { id: 7, mail: 'a@b' })).toEqual({
      ok: true,
      output: { outcome: 'found', record: { id: 7, mail: 'a@b' } },
    });
    expect(answerFind(going, context, null)).toEqual({ ok: true, output: { outcome: 'missing', record: null } });
    expect(answerFind(failing, context, null)).toMatchObject({ ok: false, problem: { code: 'lookup_missing' } });
    expect(answerFind(going, context, { note: 'x'.repeat(300_000) })).toMatchObject({
      ok: false,
      problem: { code: 'item_too_large' },
    });
  });

  it('is no write: a loop around it needs no key, and it is drawn and listed as what it is', () => {
    const loop = { id: 'all', for_each: 'record.teams', as: 'team', steps: [{ id: 'manager', action: find }] };
    const definition = definitionSchema.parse({ source, steps: [loop] });
    const compiled = compileFlow({
      definition,
      source: { key: ['id'], operations: { list: {} } },
      targets: new Map(),
      searched: new Map([['manager', users]]),
      namespace: 'int',
    });

    expect(listProblems(compiled)).toEqual([]);
    expect(describeSteps(definition)).toContainEqual({
      kind: 'action',
      operation: 'find',
      connection_id: 'conn_d',
      object: 'users',
      step: 'manager',
    });
    expect(drawFlow(definition)).toContain('step_manager[["manager: find users"]]');
  });
});
