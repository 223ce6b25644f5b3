import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { listProblems, loop, steps, write } from '../../test/harness/flows/compile-steps.ts';

describe('flow/compile/refused-steps', () => {
  it.each<[string, JsonObject[], string[]]>([
    [
      'a step that is not there',
      [
        { id: 'account', action: write() },
        { id: 'b', action: write({ mapping: [{ to: 'id', from: 'steps.acount.id' }] }) },
      ],
      ['steps[1].action.mapping[0].from unknown_field'],
    ],
    [
      'a step that comes later',
      [
        { id: 'a', transform: { set: { x: 'steps.b.id' } } },
        { id: 'b', action: write() },
      ],
      ['steps[0].transform.set.x not_set_yet'],
    ],
    [
      'a step of another branch',
      [
        {
          id: 'c',
          condition: [{ when: 'true', steps: [{ id: 'a', action: write() }] }],
          else: [{ id: 'b', transform: { set: { x: 'steps.a.id' } } }],
        },
      ],
      ['steps[0].else[0].transform.set.x not_set_yet'],
    ],
    [
      'a typo in a record',
      [{ id: 'a', when: "record.statsu == 'active'", stop: 'skipped' }],
      ['steps[0].when invalid_formula'],
    ],
    [
      'an error outside of a handler',
      [{ id: 'a', when: "error.code == 'x'", stop: 'skipped' }],
      ['steps[0].when invalid_formula'],
    ],
    [
      'a formula of a wrong type',
      [{ id: 'c', condition: [{ when: 'record.email', steps: [{ id: 'a', action: write() }] }] }],
      ['steps[0].condition[0].when invalid_formula'],
    ],
    [
      'a write without a class',
      [{ id: 'a', action: write({ operation: 'create' }) }],
      ['steps[0].action.delivery required'],
    ],
    [
      'match fields without a value',
      [{ id: 'a', action: write({ match_on: ['id', 'mail'] }) }],
      ['steps[0].action.match_on[1] unmapped'],
    ],
    [
      'a batch that changes records, reads one, and stands in a scope',
      [
        { id: 'a', batch: { collect: 'record.id', steps: [{ id: 'b', action: write() }] } },
        { id: 'c', batch: { collect: 'record.id', steps: [{ id: 'd', transform: { set: { x: 'record.id' } } }] } },
        {
          id: 'e',
          scope: [
            { id: 'f', batch: { collect: 'record.id', steps: [{ id: 'g', transform: { set: { x: 'items' } } }] } },
          ],
        },
      ],
      [
        'steps[0].batch.steps unsupported',
        'steps[0].batch.steps[0].action.mapping[0].from unknown_field',
        'steps[1].batch.steps[0].transform.set.x invalid_formula',
        'steps[2].scope[0].batch unsupported',
      ],
    ],
    [
      'two steps of one id',
      [
        { id: 'a', stop: 'skipped' },
        { id: 'a', stop: 'skipped' },
      ],
      ['steps[1].id duplicate_id'],
    ],
    [
      'a value that the record never has',
      [{ id: 'a', when: "record.status == 'gone'", stop: 'skipped' }],
      ['steps[0].when never_matches'],
    ],
    [
      'two branches of one name, and what one reads of the other',
      [
        {
          id: 'p',
          parallel: [
            { name: 'one', steps: [{ id: 'a', transform: { set: { x: '1' } } }] },
            { name: 'one', steps: [{ id: 'b', transform: { set: { x: 'steps.a.x' } } }] },
          ],
        },
        { id: 'behind', transform: { set: { x: 'steps.a.x + steps.b.x' } } },
      ],
      ['steps[0].parallel[1].name duplicate_name', 'steps[0].parallel[1].steps[0].transform.set.x not_set_yet'],
    ],
    [
      'a loop that writes and does not name its elements',
      [{ id: 'l', for_each: 'record.teams', as: 'team', steps: [{ id: 'a', action: write() }] }],
      ['steps[0].key required'],
    ],
    [
      'a loop without a name for its element, and without steps',
      [{ id: 'l', for_each: 'record.teams' }],
      ['steps[0].as required', 'steps[0].steps required'],
    ],
    [
      'a loop over what is no list',
      [{ id: 'l', for_each: 'record.email', as: 'x', steps: [{ id: 'a', transform: { set: { y: 'x' } } }] }],
      ['steps[0].for_each not_a_list'],
    ],
    [
      'elements that have the name of something else',
      [
        {
          ...loop('before', '1'),
          steps: [{ ...loop('item', '1'), id: 'm', steps: [{ id: 'z', stop: 'skipped' }] }],
        },
      ],
      ['steps[0].as reserved_name', 'steps[0].steps[0].as reserved_name'],
    ],
    [
      'a loop within a loop of the same name',
      [{ ...loop('team', 'team.id'), steps: [{ ...loop('team', 'team.id'), id: 'm' }] }],
      ['steps[0].steps[0].as duplicate_name'],
    ],
    [
      'a typo in the element of a loop',
      [
        {
          ...loop('team', 'team.idd'),
          collect: 'team.nmae',
          steps: [{ id: 'x', transform: { mapping: [{ to: 'n', from: 'team.nme' }] } }],
        },
      ],
      [
        'steps[0].key invalid_formula',
        'steps[0].steps[0].transform.mapping[0].from unknown_field',
        'steps[0].collect invalid_formula',
      ],
    ],
    [
      'what a loop does read behind it',
      [loop('team', 'team.id'), { id: 'y', transform: { set: { n: 'steps.x.n', m: 'team.id' } } }],
      ['steps[1].transform.set.n not_set_yet', 'steps[1].transform.set.m invalid_formula'],
    ],
    [
      'a value of the wrong type of a loop',
      [
        { ...loop('team', 'team.id'), collect: 'steps.x.n' },
        { id: 'y', transform: { set: { n: 'steps.l[0] + 1' } } },
      ],
      ['steps[1].transform.set.n invalid_formula'],
    ],
  ])('refuses %s', (_, list, expected) => {
    expect(listProblems(steps(...list))).toEqual(expected);
  });
});
