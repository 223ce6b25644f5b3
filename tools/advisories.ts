import { join } from 'node:path';
import { runProgram } from './check/run-tool.ts';
import { readAdvisories } from './read-advisories.ts';

/**
 * `npm run advisories`: asks the registry what is known against the packages that run with the hub. Exits with 1 where
 * something is; with 2 where the registry does not answer such questions and nothing is known, unless `--lenient` is given.
 */
const root = join(import.meta.dirname, '..');
const { output } = await runProgram(root, 'npm', ['audit', '--omit=dev', '--json', '--loglevel=silent']);
const advisories = readAdvisories(output);
if (advisories.kind === 'unanswered') {
  console.error('The registry does not answer questions about advisories: nothing is known. Ask again where it does.');
  process.exitCode = process.argv.includes('--lenient') ? 0 : 2;
} else {
  for (const problem of advisories.problems) console.error(`✗ ${problem}`);
  if (advisories.problems.length === 0) console.log('✓ Nothing is known against the packages that run with the hub.');
  process.exitCode = advisories.problems.length === 0 ? 0 : 1;
}
