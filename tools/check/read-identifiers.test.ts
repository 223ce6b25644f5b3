import { describe, expect, it } from 'vitest';
import { readIdentifiers } from './read-identifiers.ts';

const namesOf = (source: string): string[] => readIdentifiers(source).map(({ name }) => name);

describe('tools/check/read-identifiers', () => {
  it('leaves out comments, texts, numbers and regular expressions', () => {
    const source = ["const a = 'bell \\' bell'; // bell", '/* bell */ const b = /be\\/l[/]l/g;', 'f(1e3, "bell")'];

    expect(namesOf(source.join('\n'))).toEqual(['const', 'a', 'const', 'b', 'f']);
  });

  it('reads the expressions within templates, and nothing else of them', () => {
    expect(namesOf('`bell ${a + `bell ${b({ c: `${d}` })} bell`} bell` + e')).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('tells a division from a regular expression', () => {
    expect(namesOf('return /a/.test(b) ? c / d / e : (f) / g')).toEqual([
      'return',
      'test',
      'b',
      'c',
      'd',
      'e',
      'f',
      'g',
    ]);
  });

  it('counts lines', () => {
    expect(readIdentifiers('a\n/*\n*/ b `\n` c')).toEqual([
      { name: 'a', line: 1 },
      { name: 'b', line: 3 },
      { name: 'c', line: 4 },
    ]);
  });
});
