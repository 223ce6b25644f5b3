import { describe, expect, it } from 'vitest';
import { toFieldErrors } from '../core/field-errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { definitionSchema } from './definition.ts';

const write = {
  connection_id: 'conn_1',
  object: 'accounts',
  operation: 'upsert',
  mapping: [{ to: 'a', from: 'record.a' }],
};

function read(...steps: Json[]): { path: string; message: string; allowed?: readonly string[] }[] {
  const parsed = definitionSchema.safeParse({ steps });
  return parsed.success ? [] : toFieldErrors(parsed.error.issues);
}

describe('flow/definition', () => {
  it('takes steps of every kind, within others too', () => {
    const steps: JsonObject[] = [
      { id: 'a', name: 'Account', action: write, on_error: 'continue' },
      { id: 'b', transform: { set: { full: 'record.a' }, mapping: [{ to: 'x', value: 1 }] } },
      {
        id: 'c',
        condition: [{ when: 'true', steps: [{ id: 'd', stop: 'succeeded' }] }],
        else: [
          {
            id: 'e',
            when: 'false',
            stop: { failed: { code: 'no', message: 'No.' } },
            on_error: [{ id: 'f', stop: 'skipped' }],
          },
        ],
      },
    ];

    expect(read(...steps)).toEqual([]);
    expect(definitionSchema.parse({ steps }).steps).toEqual(steps);
  });

  it.each<[string, Json, string, string]>([
    [
      'no kind',
      { id: 'a' },
      'steps[0]',
      'A step has exactly one of `action`, `transform`, `condition`, `for_each`, `parallel`, `scope`, `batch`, `wait`, `call`, `sync`, `respond` and `stop`; this one has none of them.',
    ],
    [
      'two kinds',
      { id: 'a', action: write, stop: 'skipped' },
      'steps[0]',
      'A step has exactly one of `action`, `transform`, `condition`, `for_each`, `parallel`, `scope`, `batch`, `wait`, `call`, `sync`, `respond` and `stop`; this one has `action` and `stop`.',
    ],
    [
      'a member of another kind',
      { id: 'a', stop: 'skipped', else: [] },
      'steps[0].else',
      'Only a step with `condition` can have `else`.',
    ],
    ['an unknown kind', { id: 'a', acton: write }, 'steps[0].acton', 'Unknown field. Did you mean `action`?'],
    ['a kind that nothing is like', { id: 'a', poll: 'record.groups' }, 'steps[0].poll', 'Unknown field.'],
    [
      'an unknown member of an action',
      { id: 'a', action: { ...write, match: ['a'] } },
      'steps[0].action.match',
      'Unknown field.',
    ],
    ['an empty transform', { id: 'a', transform: {} }, 'steps[0].transform', 'Give `mapping`, `set`, or both.'],
    [
      'an id that is no word',
      { id: 'my step', stop: 'skipped' },
      'steps[0].id',
      'Must be a word of letters, digits and underscores that begins with a letter: account.',
    ],
  ])('refuses a step with %s', (_, step, path, message) => {
    expect(read(step)[0]).toMatchObject({ path, message });
  });

  it('refuses what is wrong within other steps, at its place', () => {
    const inner = { id: 'b', stop: 'skipped', wen: 'true' };
    const outer = { id: 'a', condition: [{ when: 'true', steps: [inner] }], on_error: [{ id: 'c' }] };

    expect(read(outer).map(({ path }) => path)).toEqual(['steps[0].condition[0].steps[0].wen', 'steps[0].on_error[0]']);
  });
});
