import { describe, expect, it } from 'vitest';
import { describeResults, listFailed, readResults } from './read-results.ts';

const report = (passed: number, failed: string[]) =>
  readResults(
    JSON.stringify({
      numPassedTests: passed,
      numFailedTests: failed.length,
      testResults: [
        { name: '/a.test.ts', status: 'passed', assertionResults: [] },
        ...failed.map((name) => ({
          name,
          status: 'failed',
          assertionResults: [{ fullName: `${name} holds`, status: 'failed', failureMessages: ['expected 1 to be 2'] }],
        })),
      ],
    }),
  );

describe('tools/read-results', () => {
  it('says which files and tests failed, and how many passed', () => {
    expect(listFailed(report(7, ['/b.test.ts']))).toEqual(['/b.test.ts']);
    expect(describeResults(report(7, ['/b.test.ts']))).toEqual([
      'Failed: /b.test.ts ',
      '  /b.test.ts holds\n    expected 1 to be 2',
      '7 passed, 1 failed',
    ]);
  });

  it('counts a test that passed the second time, and names its file', () => {
    const [first, again] = [report(7, ['/b.test.ts', '/c.test.ts']), report(3, [])];
    expect(describeResults(first, again)).toEqual([
      'Ran twice: /b.test.ts',
      'Ran twice: /c.test.ts',
      '9 passed, 0 failed',
    ]);
    expect(describeResults(first, report(2, ['/c.test.ts'])).at(-1)).toBe('8 passed, 1 failed');
  });

  it('takes tests without a report for failed', () => {
    expect(describeResults(readResults(''))).toEqual(['0 passed, 1 failed']);
    expect(describeResults(report(7, ['/b.test.ts']), readResults('{')).at(-1)).toBe('7 passed, 1 failed');
  });
});
