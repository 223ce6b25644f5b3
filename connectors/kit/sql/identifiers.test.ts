import { describe, expect, it } from 'vitest';
import { parseTableName, quoteName, quoteTable } from './identifiers.ts';

describe('connectors/kit/sql/identifiers', () => {
  it.each([
    ['people', 'public', 'people'],
    ['hr.people', 'hr', 'people'],
    ['"odd.name"', 'public', 'odd.name'],
    ['"My Schema"."T""1"', 'My Schema', 'T"1'],
    ['Людï', 'public', 'Людï'],
  ])('reads %s', (text, schema, name) => {
    expect(parseTableName(text, 'public')).toEqual({ schema, name });
  });

  it.each(['', 'a.b.c', '.a', 'a.', '"a', 'a"b', '"a"b', 'a\0b'])('does not take %j for a table', (text) => {
    expect(parseTableName(text, 'public')).toBeUndefined();
  });

  it('quotes every name', () => {
    expect(quoteName('a"; drop table b; --')).toBe('"a""; drop table b; --"');
    expect(quoteTable({ schema: 's', name: 't' })).toBe('"s"."t"');
  });
});
