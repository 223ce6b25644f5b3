import { describe, expect, it } from 'vitest';
import { formatPath } from '../../core/paths.ts';
import { formatPath as formatInBrowser } from '../../web/model/records/record-paths.ts';

describe('test/web/record-paths', () => {
  it.each(
    [
      ['a'],
      ['a', 'b'],
      ['a.b', 'c'],
      [' a'],
      ['a', ''],
      ['', 'a'],
      ['say "x"'],
      ['a[0]'],
      ['tab\t'],
      ['naïve name'],
    ].map((names) => [names]),
  )('writes the path of %j as mappings do', (names) => {
    expect(formatInBrowser(names)).toBe(formatPath(names));
  });
});
