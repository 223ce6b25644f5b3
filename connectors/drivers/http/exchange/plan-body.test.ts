import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../core/json.ts';
import { requests } from '../../../kit/http/complete-operations.ts';
import type { GivenRequest } from '../../../kit/http/operations.ts';
import { renderBody, renderRecord } from './plan-body.ts';

const values: Record<string, Json> = {
  name: 'A & "B" <C>',
  count: 3,
  list: [1],
  nothing: null,
  beep: 'a\u0007b',
  many: ['a', 'b&c'],
  empty: [],
};

function render(given: Omit<GivenRequest, 'method' | 'path'>, members = {}) {
  return renderBody(requests({ method: 'POST', path: '', ...given }), members, (name) => values[name])?.text;
}

describe('connectors/drivers/http/exchange/plan-body', () => {
  it.each<[string, Omit<GivenRequest, 'method' | 'path'>, string | undefined]>([
    ['none', {}, undefined],
    ['constant members', { body: { a: '{not a hole}' } }, '{"a":"{not a hole}"}'],
    [
      'filled members, each with its type',
      { body: { filter: { on: true } }, bodyFields: { 'filter.n': '{count}', all: '{list}', text: 'n={count}' } },
      '{"filter":{"on":true,"n":3},"all":[1],"text":"n=3"}',
    ],
    [
      'members of a list, beside what it has',
      { body: { ops: [{ op: 'add' }] }, bodyFields: { 'ops[0].value': '{count}', 'ops[5]': '{name}' } },
      '{"ops":[{"op":"add","value":3},"A & \\"B\\" <C>"]}',
    ],
    [
      'a value as JSON where it is quoted',
      { bodyFields: { q: 'is {"name"}' } },
      String.raw`{"q":"is \"A & \\\"B\\\" <C>\""}`,
    ],
    ['no member without a value', { bodyFields: { a: '{missing}' } }, '{}'],
    ['a form', { body: { a: 'b c' }, bodyFields: { l: '{list}' }, encoding: 'form' }, 'a=b%20c&l=%5B1%5D'],
    [
      'a form whose lists have their name for each element',
      { bodyFields: { many: '{many}', empty: '{empty}', n: '{count}' }, encoding: 'form', formLists: 'repeat' },
      'many=a&many=b%26c&empty=&n=3',
    ],
    [
      'XML, escaped',
      { xml: '<a b="{count}">{name}</a><c>{missing}{beep}</c>' },
      '<a b="3">A &amp; &quot;B&quot; &lt;C&gt;</a><c>ab</c>',
    ],
  ])('renders %s', (_, given, text) => {
    expect(render(given)).toBe(text);
  });

  it.each([
    ['POST', '{"type":"own","kind":"k","name":"Ann"}'],
    ['PATCH', '{"type":"own","name":"Ann"}'],
  ] as const)('sends constants with a record by %s as they are wanted', (method, text) => {
    const write = { body: 'json', constants: { type: 'any', kind: 'k' } } as const;

    expect(renderRecord(write, method, { type: 'own', name: 'Ann' }).text).toBe(text);
  });

  it.each(['POST', 'PATCH'] as const)('sends a record by %s as changes to a part of a document', (method) => {
    const write = { body: 'json', patch: 'json', patchAt: '/fields' } as const;

    expect(renderRecord(write, method, { 'System.Title': 'Mend it' })).toEqual({
      text: '[{"op":"add","path":"/fields/System.Title","value":"Mend it"}]',
      contentType: 'application/json-patch+json',
    });
  });

  it('puts parameters of paging where their paths say', () => {
    expect(render({ body: { variables: { first: 1 } } }, { 'variables.after': 'x' })).toBe(
      '{"variables":{"first":1,"after":"x"}}',
    );
  });
});
