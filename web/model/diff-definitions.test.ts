import { describe, expect, it } from 'vitest';
import { diffDefinitions } from './diff-definitions.ts';

describe('web/model/diff-definitions', () => {
  it('tells a changed, an added and a removed member by their paths', () => {
    const before = { source: { object: 'users', filter: 'active' }, concurrency: 'queue' };
    const after = { source: { object: 'people' }, concurrency: 'queue', script: { code: 'x' } };

    expect(diffDefinitions(before, after)).toEqual([
      { path: 'source.object', before: '"users"', after: '"people"' },
      { path: 'source.filter', before: '"active"', after: undefined },
      { path: 'script', before: undefined, after: '{\n "code": "x"\n}' },
    ]);
  });

  it('compares rules by the field that they fill, so that one put in between changes no other', () => {
    const [id, name, mail] = [
      { to: 'id', from: 'id' },
      { to: 'name', from: 'n' },
      { to: 'mail', from: 'm' },
    ];

    expect(diffDefinitions({ mapping: [id, name] }, { mapping: [id, mail, { ...name, from: 'full_name' }] })).toEqual([
      { path: 'mapping[name].from', before: '"n"', after: '"full_name"' },
      { path: 'mapping[mail]', before: undefined, after: '{\n "to": "mail",\n "from": "m"\n}' },
    ]);
  });

  it('compares a list whole where two of its items have one name, or none has', () => {
    const twice = [
      { to: 'tags[]', value: 'a' },
      { to: 'tags[]', value: 'b' },
    ];

    expect(diffDefinitions({ mapping: twice }, { mapping: twice.toReversed() }).map(({ path }) => path)).toEqual([
      'mapping',
    ]);
    expect(diffDefinitions({ key: ['a'] }, { key: ['a'] })).toEqual([]);
  });
});
