import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../model/json.ts';
import { drawFlow } from './draw-flow.ts';
import { toPathText } from './paths.ts';
import { fits, nameVariant, type Schemas, startValue } from './schema.ts';
import {
  changeStepKind,
  copyStep,
  flatten,
  insertStep,
  listKinds,
  moveStep,
  readSteps,
  startStep,
} from './step-tree.ts';

const steps = { type: 'array', items: { $ref: '#/components/schemas/FlowStepInput' } };

/** As the API describes steps, with a kind that this page does not know. */
const schemas: Schemas = {
  FlowStepInput: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      when: { type: 'string', description: 'A formula.' },
      transform: { type: 'object', properties: { set: { type: 'object', additionalProperties: { type: 'string' } } } },
      condition: { type: 'array', items: { $ref: '#/components/schemas/Branch' } },
      else: { ...steps, description: 'With `condition`: the rest.' },
      on_error: { anyOf: [{ type: 'string', enum: ['fail', 'continue'] }, steps] },
      for_each: { $ref: '#/components/schemas/Loop' },
      repeat: { type: 'string', description: 'A formula.' },
      scope: { ...steps, description: 'Steps together.' },
      finally: { ...steps, description: 'With `scope`: what is behind them.' },
      timeout: { type: 'string', description: 'With `repeat`, `transform` and `scope`: how long.' },
      steps: { ...steps, description: 'With `repeat`: what is done again.' },
    },
    required: ['id'],
  },
  Branch: { type: 'object', properties: { when: { type: 'string' }, steps }, required: ['when', 'steps'] },
  Loop: { type: 'object', properties: { items: { type: 'string' }, steps }, required: ['items', 'steps'] },
};

const definition = {
  steps: [
    { id: 'first', transform: { set: { a: '1' } } },
    {
      id: 'choice',
      condition: [{ when: 'record.x == 1', steps: [{ id: 'yes', transform: {} }] }],
      else: [{ id: 'no', transform: {} }],
    },
    {
      id: 'loop',
      for_each: { items: 'record.list', steps: [{ id: 'inner', transform: {} }] },
      on_error: [{ id: 'mend', transform: {} }],
    },
  ],
};

describe('web/pages/builder/model/steps', () => {
  it('finds them under their plain name, too, where what is sent and what is returned are alike', () => {
    const { FlowStepInput = {}, ...others } = schemas;
    const alike: Schemas = { ...others, FlowStep: FlowStepInput };
    expect(listKinds(alike).map(({ kind }) => kind)).toEqual(listKinds(schemas).map(({ kind }) => kind));
    expect(listKinds(alike)).not.toEqual([]);
  });

  it('finds steps within steps by the schema, also of kinds that came later', () => {
    const nodes = flatten(readSteps(schemas, definition));

    expect(nodes.map(({ id, kind, path }) => [id, kind, toPathText(path)])).toEqual([
      ['first', 'transform', 'steps[0]'],
      ['choice', 'condition', 'steps[1]'],
      ['yes', 'transform', 'steps[1].condition[0].steps[0]'],
      ['no', 'transform', 'steps[1].else[0]'],
      ['loop', 'for_each', 'steps[2]'],
      ['mend', 'transform', 'steps[2].on_error[0]'],
      ['inner', 'transform', 'steps[2].for_each.steps[0]'],
    ]);
    expect(nodes[1]?.branches.map(({ label }) => label)).toEqual(['if record.x == 1', 'else']);
    expect(listKinds(schemas).map((one) => [one.kind, one.with])).toEqual([
      ['transform', ['timeout']],
      ['condition', ['else']],
      ['for_each', []],
      ['repeat', ['timeout', 'steps']],
      ['scope', ['finally', 'timeout']],
    ]);
  });

  it('moves, inserts and copies steps, a copy with ids of its own', () => {
    const moved = moveStep(definition, ['steps', 2], -1);
    const ids = (of: Parameters<typeof readSteps>[1]): string[] => readSteps(schemas, of).steps.map(({ id }) => id);

    expect([ids(moved.definition), toPathText(moved.path)]).toEqual([['first', 'loop', 'choice'], 'steps[1]']);
    expect(moveStep(definition, ['steps', 0], -1).definition).toBe(definition);
    const copy = copyStep(
      definition.steps[1] ?? {},
      new Set(flatten(readSteps(schemas, definition)).map(({ id }) => id)),
    );
    const inserted = insertStep(definition, ['steps'], 1, copy);
    const all = flatten(readSteps(schemas, inserted)).map(({ id }) => id);
    expect(all).toEqual(['first', 'choice_2', 'yes_2', 'no_2', 'choice', 'yes', 'no', 'loop', 'mend', 'inner']);
  });

  it('draws branches side by side below their step, and no two boxes over one another', () => {
    const { boxes, width, height, labels } = drawFlow(readSteps(schemas, definition));
    const overlaps = boxes.flatMap((a, index) =>
      boxes.slice(index + 1).filter((b) => Math.abs(a.x - b.x) < 190 && Math.abs(a.y - b.y) < 46),
    );

    expect([boxes.length, labels.length, overlaps]).toEqual([7, 4, []]);
    expect(boxes.every(({ x, y }) => x >= 0 && y >= 0 && x + 190 <= width && y + 46 <= height)).toBe(true);
  });

  it('makes steps of any kind, and one of another kind out of a step', () => {
    const kinds = new Map(listKinds(schemas).map((kind) => [kind.kind, kind]));
    const [repeat, condition, scope] = [kinds.get('repeat'), kinds.get('condition'), kinds.get('scope')];

    expect(repeat && startStep(schemas, repeat)).toEqual({ repeat: '', steps: [] });
    expect(scope && startStep(schemas, scope)).toEqual({ scope: [] });
    expect(condition && startStep(schemas, condition)).toEqual({ condition: [{ when: '', steps: [] }] });
    expect(repeat && changeStepKind(schemas, { id: 'a', when: 'x', condition: [], else: [] }, repeat)).toEqual({
      id: 'a',
      when: 'x',
      repeat: '',
      steps: [],
    });
  });

  it('begins a value with as little as its schema lets be there, and tells variants apart', () => {
    const [word, list] = [{ type: 'string', enum: ['fail', 'continue'] }, steps];

    expect(startValue(schemas, { $ref: '#/components/schemas/Branch' })).toEqual({ when: '', steps: [] });
    expect([fits(schemas, word, 'fail'), fits(schemas, word, []), fits(schemas, list, [])]).toEqual([
      true,
      false,
      true,
    ]);
    expect([nameVariant(schemas, word), nameVariant(schemas, list)]).toEqual(['fail or continue', 'list']);
  });

  it('tells an action that looks up from one that writes, also while it lacks what it looks by', () => {
    const toForm = (operation: JsonObject): JsonObject => ({
      type: 'object',
      required: ['object', 'operation'],
      additionalProperties: false,
      properties: { object: { type: 'string' }, operation, by: { type: 'string' } },
    });
    const [write, find] = [toForm({ type: 'string', enum: ['create', 'update'] }), toForm({ const: 'find' })];
    const fitsOf = (operation: string): boolean[] =>
      [write, find].map((form) => fits(schemas, form, { object: 'users', operation }));

    expect([fitsOf('find'), fitsOf('update')]).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});
