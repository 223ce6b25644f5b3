import { describe, expect, it } from 'vitest';
import { filter } from './filter-text.ts';
import { type FilterLanguage, writeLiteral } from './languages.ts';

describe('connectors/kit/filters/languages', () => {
  it.each<[FilterLanguage, string | number | boolean, string | undefined]>([
    ['odata', "O'Brien", "'O''Brien'"],
    ['odata', 7, '7'],
    ['odata', true, 'true'],
    ['fql', String.raw`O'Brien\x`, String.raw`'O\'Brien\\x'`],
    ['fql_lower', "O'Brien", String.raw`'o\'brien'`],
    ['jql', String.raw`the "blue" \one`, String.raw`"the \"blue\" \\one"`],
    ['jql_words', 'Printer (2nd floor): "OUT" OR jammed!', '"printer 2nd floor out or jammed"'],
    ['jql_words', '?!', undefined],
    ['encoded_query', 'a=b', 'a=b'],
    ['encoded_query', 'a^ORb=c', undefined],
    ['encoded_query', 'javascript:gs.sleep(1)', undefined],
    ['scim', 'a"\\', String.raw`"a\"\\"`],
    ['scim', false, 'false'],
    ['lucene', 'a" OR b:*', String.raw`"a\" OR b:*"`],
    ['soql', 'O\'Brien\n"x"\\', String.raw`'O\'Brien\n\"x\"\\'`],
    ['cql', 'a"b', String.raw`"a\"b"`],
    ['graphql', 'a"b\n', String.raw`"a\"b\n"`],
    ['xpath', 'plain', "'plain'"],
    ['xpath', "it's", `"it's"`],
    ['xpath', `it's "it"`, `concat('it', "'", 's "it"')`],
    ['ldap', 'a*(b)\\\0', String.raw`a\2a\28b\29\5c\00`],
    ['url', 'a/b?c', 'a%2Fb%3Fc'],
    ['plain', 'a "b"', 'a "b"'],
  ])('writes in %s %j as %j', (language, value, literal) => {
    expect(writeLiteral(language, value)).toBe(literal);
  });

  it('takes a filter only where every hole names its language', () => {
    const field = 'userName' as string;

    expect([
      filter('active eq true'),
      filter('name eq {name|odata} and id eq {id|odata}'),
      filter(`${field} eq {${field}|scim}`),
      // @ts-expect-error A hole without a language.
      filter("name eq '{name}'"),
      // @ts-expect-error The second hole without a language.
      filter('name eq {name|odata} and id eq {id}'),
      // @ts-expect-error A language that there is none of.
      filter('name eq {name|cobol}'),
      // @ts-expect-error A text that the compiler does not know.
      filter(field),
    ]).toHaveLength(7);
  });
});
