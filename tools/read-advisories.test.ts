import { describe, expect, it } from 'vitest';
import { readAdvisories } from './read-advisories.ts';

describe('tools/read-advisories', () => {
  it('names the packages that something is known against, and what', () => {
    const via = [{ source: 1, title: 'Prototype pollution', url: 'https://github.com/advisories/GHSA-x' }, 'other'];
    const vulnerabilities = { a: { name: 'a', severity: 'high', range: '<2', via, effects: [] } };

    expect(readAdvisories(JSON.stringify({ vulnerabilities, metadata: {} }))).toEqual({
      kind: 'answered',
      problems: ['a <2 (high)\n    Prototype pollution https://github.com/advisories/GHSA-x'],
    });
    expect(readAdvisories('{"vulnerabilities":{}}')).toEqual({ kind: 'answered', problems: [] });
  });

  it.each(['', '{"message":"405 Method Not Allowed","error":{"summary":""}}', '<html>'])(
    'does not take %j for a good report',
    (output) => {
      expect(readAdvisories(output)).toEqual({ kind: 'unanswered' });
    },
  );
});
