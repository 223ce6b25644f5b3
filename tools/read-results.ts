import { z } from 'zod';

const results = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
});

/** What vitest's JSON reporter wrote. */
export type Results = z.infer<typeof results>;

/** @param text of a report; one failure where it is none, because the tests were killed. */
export function readResults(text: string): Results {
  try {
    return results.parse(JSON.parse(text));
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, testResults: [] };
  }
}

/** Files with a test that failed, or that could not be loaded. */
export function listFailed({ testResults }: Results): string[] {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/**
 * Says what failed, and how many passed: the last line is "N passed, N failed".
 *
 * @param again Of the files that failed, which ran a second time.
 */
export function describeResults(first: Results, again?: Results): string[] {
  const { testResults, numFailedTests: failed } = again ?? first;
  const recovered = Math.max(0, first.numFailedTests - failed);
  return [
    ...testResults.filter(({ status }) => status === 'failed').flatMap(describeFile),
    ...(again === undefined ? [] : listFailed(first).map((name) => `Ran twice: ${name}`)),
    `${first.numPassedTests + recovered} passed, ${failed} failed`,
  ];
}

function describeFile({ name, message, assertionResults }: Results['testResults'][number]): string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  return [
    `Failed: ${name} ${begin(message)}`,
    ...failed.map(({ fullName, failureMessages: [first = ''] }) => `  ${fullName}\n    ${begin(first)}`),
  ];
}

/** Where output is cut, its end is kept: a few lines of each failure tell what it was. */
function begin(text: string): string {
  return text.split('\n').slice(0, 12).join('\n    ');
}
