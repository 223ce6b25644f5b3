import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { compile, listProblems } from '../../test/harness/flows/compile-steps.ts';

const text = { schema: { type: 'object', required: ['team'], properties: { team: { type: 'string' } } } };
const stop = [{ id: 'a', stop: 'skipped' }];

function check(definition: JsonObject): string[] {
  return listProblems(compile({ source: undefined, ...definition }, { source: undefined }));
}

function set(x: string): JsonObject[] {
  return [{ id: 'a', transform: { set: { x } } }];
}

describe('flow/compile/check-input', () => {
  it.each<[string, JsonObject, string[]]>([
    [
      'what runs are given, and tell of themselves',
      { steps: set('input.team + run.id + trigger.type + item.key') },
      [],
    ],
    ['a key of what they are given', { input: { ...text, key: ['team'] }, steps: stop }, []],
    ['what a schedule gives', { input: text, triggers: [schedule({ team: 'db' })], steps: set('input.team') }, []],
  ])('takes %s', (_, definition, expected) => {
    expect(check(definition)).toEqual(expected);
  });

  it.each<[string, JsonObject, string[]]>([
    ['records, of which there are none', { steps: set('record.id') }, ['steps[0].transform.set.x invalid_formula']],
    [
      'a field that is not given',
      { input: text, steps: set('input.tema') },
      ['steps[0].transform.set.x invalid_formula'],
    ],
    [
      'a value of the wrong type',
      { input: text, steps: set('input.team + 1') },
      ['steps[0].transform.set.x invalid_formula'],
    ],
    [
      'triggers that need a source, and a schedule that gives nothing',
      { input: text, triggers: [{ type: 'event' }, { type: 'webhook' }, schedule()], steps: stop },
      ['triggers[0].type unsupported', 'triggers[1].type unsupported', 'triggers[2].options.input required'],
    ],
    [
      'what does not fit',
      { input: text, triggers: [schedule({ team: 1 })], steps: stop },
      ['triggers[0].options.input invalid_value'],
    ],
    [
      'a schema that is none',
      { input: { schema: { type: 'thing' } }, steps: stop },
      ['input.schema.type invalid_schema'],
    ],
    [
      'a completed record',
      { enrich: [{ as: 'x', connection_id: 'c', object: 'o', by: 'id' }], steps: stop },
      ['enrich unsupported', 'enrich[0].object not_searchable', 'enrich[0].key required'],
    ],
  ])('refuses %s', (_, definition, expected) => {
    expect(check(definition)).toEqual(expected);
  });

  it('says what is read instead', () => {
    const [problem] = compile({ source: undefined, steps: set('record.id') }, { source: undefined }).problems;

    expect(problem?.message).toContain('Read what the run was given, `input`');
    expect(problem?.allowed).toContain('input');
  });

  it('gives the runs of other integrations nothing', () => {
    const triggers = [schedule({ team: 'db' })];

    expect(listProblems(compile({ input: text, triggers, steps: set('input.team') }))).toEqual([
      'input unsupported',
      'triggers[0].options.input unsupported',
      'steps[0].transform.set.x invalid_formula',
    ]);
  });

  it('reads what is delivered by both names', () => {
    const source = { connection_id: 'conn_s', object: 'orders', key: ['team'], payload: text };
    const [typed, wrong] = ['input.team + record.team', 'input.team + 1'].map((x) =>
      listProblems(
        compile(
          { source, steps: set(x) },
          { review: undefined, source: { operations: { list: {} }, schema: text.schema } },
        ),
      ),
    );

    expect(typed).toEqual([]);
    expect(wrong).toEqual(['steps[0].transform.set.x invalid_formula']);
  });
});

function schedule(input?: JsonObject): JsonObject {
  return { type: 'schedule', every: 'daily', ...(input === undefined ? {} : { options: { input } }) };
}
