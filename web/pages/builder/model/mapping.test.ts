import { describe, expect, it } from 'vitest';
import type { FormulaName } from './complete-formula.ts';
import { applyCompletion, completeFormula, completePath } from './complete-formula.ts';
import { changeKind, listPaths, listRows, suggestRules, toRuleKind } from './mapping-rows.ts';

const fields = [
  { path: 'id', type: 'string', required: true },
  { path: 'login', type: 'string', required: true },
  { path: 'created', type: 'string', required: true, has_default: true },
  { path: 'firstName', type: 'string' },
] as const;

const names: FormulaName[] = [
  { name: 'first_name', kind: 'field', detail: 'string', help: '' },
  { name: 'title', kind: 'field', detail: 'string', help: '' },
  { name: 'first', kind: 'function', detail: 'first(list) → T', help: '' },
  { name: 'lower', kind: 'function', detail: 'lower(text) → text', help: '' },
];

describe('web/pages/builder/model/mapping', () => {
  it('lists what a record needs first, then what is mapped, then the rest', () => {
    const rows = listRows(
      fields,
      [
        { to: 'id', from: 'number' },
        { to: 'extra', value: 1 },
      ],
      ['firstName'],
    );

    expect(rows.map(({ to, needed, index }) => [to, needed, index])).toEqual([
      ['firstName', true, undefined],
      ['login', true, undefined],
      ['id', true, 0],
      ['extra', false, 1],
      ['created', false, undefined],
    ]);
  });

  it('suggests sources of the same name or the same words, and none where two are alike', () => {
    const rows = listRows(fields, [{ to: 'id', from: 'x' }], []);
    const suggested = suggestRules(rows, ['login', 'first_name', 'profile.created', 'a.last', 'b.last']);

    expect(suggested).toEqual([
      { to: 'login', from: 'login', evidence: 'same name' },
      { to: 'created', from: 'profile.created', evidence: 'same ending' },
      { to: 'firstName', from: 'first_name', evidence: 'same words' },
    ]);
    expect(suggestRules(listRows([{ path: 'last', type: 'string' }], [], []), ['a.last', 'b.last'])).toEqual([]);
  });

  it('changes how a rule gets its value and keeps the rest of it', () => {
    const rule = { to: 'a', from: 'x.y', convert: 'trim' };

    expect(changeKind(rule, 'formula')).toEqual({ to: 'a', convert: 'trim', formula: 'x.y' });
    expect(changeKind({ to: 'a', formula: 'lower(x)' }, 'from')).toEqual({ to: 'a', from: '' });
    expect([toRuleKind({ value: null }), toRuleKind({ formula: '' }), toRuleKind({ to: 'a' })]).toEqual([
      'value',
      'formula',
      'from',
    ]);
  });

  it('lists the paths of a record', () => {
    expect(listPaths({ id: 1, name: { first: 'A', 'middle name': null }, tags: ['x'] })).toEqual([
      'id',
      'name',
      'name.first',
      'name.`middle name`',
      'tags',
    ]);
  });

  it('completes names at the caret, and nothing within a text in quotes', () => {
    const text = "'fir' + fir";

    expect(completeFormula(text, text.length, names).options.map(({ name }) => name)).toEqual(['first_name', 'first']);
    expect(completeFormula(text, 4, names).options).toEqual([]);
    expect(completePath('na', names).options.map(({ name }) => name)).toEqual(['first_name']);
  });

  it('puts the caret between the brackets of a call that it completes', () => {
    const completion = completeFormula('1 + low', 7, names);
    const [option] = completion.options;

    expect(option && applyCompletion('1 + low', 7, completion, option)).toEqual({ text: '1 + lower()', caret: 10 });
    expect(option && applyCompletion('1 + low(x)', 7, completion, option)).toEqual({ text: '1 + lower(x)', caret: 9 });
  });
});
