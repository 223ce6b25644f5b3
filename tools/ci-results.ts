import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describeResults, listFailed, readResults } from './read-results.ts';

/**
 * What `.ci/run` makes of vitest's JSON reports:
 *
 *     node tools/ci-results.ts failed REPORT          the files with a failed test, one a line
 *     node tools/ci-results.ts count REPORT [AGAIN]   what failed, and "N passed, N failed"
 */
const [command, ...paths] = process.argv.slice(2);
const [first = readResults(''), again] = paths.map((path) => readResults(readText(path)));
const lines =
  command === 'failed' ? listFailed(first).map((file) => relative(process.cwd(), file)) : describeResults(first, again);
for (const line of lines) console.log(line);

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
