import { describe, expect, it } from 'vitest';
import { toFieldErrors } from '../../../core/field-errors.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { answerList } from '../../advance.ts';
import { compileFlow, type CompiledFlow } from '../../compile.ts';
import { definitionSchema } from '../../definition.ts';
import { describeSteps } from '../../describe-steps.ts';
import { drawFlow } from '../../draw-flow.ts';
import type { ItemContext, ListStep } from '../../flow.ts';

const schema: JsonObject = {
  type: 'object',
  properties: { id: { type: 'string' }, team: { type: ['string', 'null'] }, tags: { type: 'array' } },
};
const member: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: { id: { type: 'integer' }, mail: { type: 'string' }, team: { type: 'string' } },
};
const users = { key: ['id'], operations: { list: {} }, schema: member } as const;

const source = { connection_id: 'conn_s', object: 'people' };
const list = { connection_id: 'conn_d', object: 'users', operation: 'list', where: { team: 'record.team' } };
const read = (formula: string): object => ({ id: 'next', transform: { set: { value: formula } } });

function compile(
  action: object,
  { described = users, more = {}, behind = [] }: { described?: object; more?: object; behind?: object[] } = {},
): CompiledFlow {
  const definition = definitionSchema.parse({ source, steps: [{ id: 'members', action, ...more }, ...behind] });
  return compileFlow({
    definition,
    source: { key: ['id'], schema, operations: { list: {} } },
    targets: new Map(),
    searched: new Map([['members', described]]),
    review: { source: { schema, from: 'declaration' }, targets: new Map() },
    namespace: 'int',
  });
}

function listProblems({ problems }: CompiledFlow): string[] {
  return problems.map(({ path, code }) => `${path} ${code}`);
}

function toStep(action: object): ListStep {
  const compiled = compile(action);
  const step = compiled.ok ? compiled.flowFor({ now: 0 }).steps.get('members') : undefined;
  if (step?.kind !== 'list') throw new Error('The step does not compile.');
  return step;
}

function contextOf(team: Json): ItemContext {
  return { record: { id: 'p1', team }, before: null, change: 'created', steps: {}, item: {}, run: {}, trigger: {} };
}

describe('flow/steps/searches/list', () => {
  it.each([
    [{ where: { team: 'record.taem' } }, {}, 'steps[0].action.where.team invalid_formula'],
    [{ where: { team: 'record.tags' } }, {}, 'steps[0].action.where.team invalid_formula'],
    [{ where: { taem: 'record.team' } }, {}, 'steps[0].action.where.taem unknown_field'],
    [{ where: { id: 'record.id' } }, {}, 'steps[0].action.where.id never_matches'],
    [{ where: { 'a..b': 'record.id' } }, {}, 'steps[0].action.where.a..b invalid_path'],
    [{ options_from: { 'query.team': 'record.tags' } }, {}, 'steps[0].action.options_from.query.team invalid_formula'],
    [{ fields: ['id', 'nmae'] }, {}, 'steps[0].action.fields[1] unknown_field'],
    [{}, { undo: { action: { ...source, operation: 'delete' } } }, 'steps[0].undo unsupported'],
  ])('refuses %j with %j', (action, more, problem) => {
    expect(listProblems(compile({ ...list, ...action }, { more }))).toContain(problem);
  });

  it('takes no members of other actions, and bounds how many records it gives', () => {
    const errorsOf = (action: object): string[] => {
      const parsed = definitionSchema.safeParse({ source, steps: [{ id: 'members', action: { ...list, ...action } }] });
      return toFieldErrors(parsed.error?.issues ?? []).map(({ path, code }) => `${path} ${code}`);
    };
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, '1']));

    expect(errorsOf({ by: 'record.id' })).toEqual(['steps[0].action.by unknown_field']);
    expect(errorsOf({ mapping: [{ to: 'a', value: 1 }] })).toEqual(['steps[0].action.mapping unknown_field']);
    expect(errorsOf({ limit: 0 })).toHaveLength(1);
    expect(errorsOf({ limit: 1001 })).toHaveLength(1);
    expect(errorsOf({ limit: 1000 })).toEqual([]);
    expect(errorsOf({ where: many })).toHaveLength(1);
  });

  it('refuses an object that cannot be read, and one whose records are prepared first', () => {
    const problemsOf = (described: object): string[] => listProblems(compile(list, { described }));

    expect(problemsOf({ schema: member, operations: {} })).toEqual(['steps[0].action.object unsupported']);
    expect(problemsOf({ schema: member, operations: { list: { isPrepared: true } } })).toEqual([
      'steps[0].action.object unsupported',
    ]);
  });

  it('knows what later steps read of the records, also in a loop', () => {
    const loop = (formula: string): object => ({
      id: 'all',
      for_each: 'steps.members.records',
      as: 'one',
      steps: [read(formula)],
    });
    const problemsOf = (...behind: object[]): string[] => listProblems(compile(list, { behind }));

    expect(problemsOf(loop('one.mail'), { ...read('steps.members.is_complete'), id: 'last' })).toEqual([]);
    expect(problemsOf(loop('one.mial'))).toEqual(['steps[1].steps[0].transform.set.value invalid_formula']);
    expect(problemsOf(read('steps.members.record'))).toEqual(['steps[1].transform.set.value invalid_formula']);
    const small = { ...list, fields: ['id'] };
    expect(listProblems(compile(small, { behind: [loop('one.mail')] }))).toHaveLength(1);
    expect(listProblems(compile(small, { behind: [loop('one.id')] }))).toEqual([]);
  });

  it('asks by the values of the item, and for nothing where one is missing', () => {
    const step = toStep({ ...list, options: { query: { a: 1 } }, options_from: { 'query.team': 'record.team' } });
    const ask = (team: Json) => step.ask(contextOf(team), { now: 0 });

    const request = { where: { team: 'ops' }, options: { 'query.team': 'ops' } };
    expect(ask('ops')).toEqual({ ok: true, request });
    expect(step.optionsFor(request)).toEqual({ query: { a: 1, team: 'ops' } });
    expect(step.compare(request)).toEqual([{ segments: ['team'], operator: 'equals', values: ['ops'] }]);
    expect([ask(null), ask('')]).toEqual([
      { ok: true, request: null },
      { ok: true, request: null },
    ]);
    expect(ask({ a: 1 })).toMatchObject({ ok: false, problem: { code: 'lookup_failed' } });
  });

  it('lets no value lead a path elsewhere', () => {
    const step = toStep({ ...list, where: {}, options_from: { path: "'/teams/' + record.team + '/members'" } });
    const isAsked = (team: string): boolean => step.ask(contextOf(team), { now: 0 }).ok;

    expect(['ops', 'a.b', '..a', 'a%2F..'].map(isAsked)).toEqual([true, true, true, true]);
    expect(['..', '../admins', '.', 'a/%2E%2e/b', String.raw`a\..\b`, '..?x='].map(isAsked)).toEqual(
      Array.from({ length: 6 }, () => false),
    );
  });

  it('takes the records that are as asked, with the fields that are wanted', () => {
    const step = toStep({ ...list, fields: ['id', 'mail'] });
    const asked = { where: { team: 'ops' }, options: {} };

    expect(step.pick(asked, { id: 1, team: 'ops', mail: 'a@b', more: 'x' })).toEqual({ id: 1, mail: 'a@b' });
    expect([{ id: 1, team: 'dev' }, { id: 1 }, { id: 1, team: null }].map((one) => step.pick(asked, one))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('says whether these are all, or fails the item where they are not, as the step says', () => {
    const [going, failing] = [toStep(list), toStep({ ...list, on_more: 'fail' })];
    const context = contextOf('ops');
    const some = { records: [{ id: 1 }], isComplete: false };

    expect(answerList(going, context, some)).toEqual({
      ok: true,
      output: { records: [{ id: 1 }], is_complete: false },
    });
    expect(answerList(failing, context, some)).toMatchObject({ ok: false, problem: { code: 'list_incomplete' } });
    expect(answerList(failing, context, { ...some, isComplete: true })).toMatchObject({ ok: true });
    const large = { records: [{ note: 'x'.repeat(300_000) }], isComplete: true };
    expect(answerList(going, context, large)).toMatchObject({ ok: false, problem: { code: 'item_too_large' } });
  });

  it('is no write: a loop around it needs no key, and it is drawn and listed as what it is', () => {
    const loop = { id: 'all', for_each: 'record.tags', as: 'tag', steps: [{ id: 'members', action: list }] };
    const definition = definitionSchema.parse({ source, steps: [loop] });
    const compiled = compileFlow({
      definition,
      source: { key: ['id'], operations: { list: {} } },
      targets: new Map(),
      searched: new Map([['members', users]]),
      namespace: 'int',
    });

    expect(listProblems(compiled)).toEqual([]);
    expect(describeSteps(definition)).toContainEqual({
      kind: 'action',
      operation: 'list',
      connection_id: 'conn_d',
      object: 'users',
      step: 'members',
    });
    expect(drawFlow(definition)).toContain('step_members[["members: list users"]]');
  });
});
