import { join } from 'node:path';
import { checkDocReferences } from './check/doc-references.ts';
import { checkFileNames } from './check/file-names.ts';
import { checkLicenses } from './check/licenses.ts';
import { checkLockfile } from './check/lockfile.ts';
import { checkMigrations } from './check/migrations.ts';
import { checkRooms } from './check/rooms.ts';
import { checkWords } from './check/words.ts';
import { runSteps, type Step } from './check/run-steps.ts';
import { runScript, runTool } from './check/run-tool.ts';

/**
 * `npm run check`: what can be said of the source without any service. Names of steps as arguments run only those.
 */
const root = join(import.meta.dirname, '..');

const prettierArgs = [
  '--check',
  '--log-level',
  'warn',
  '--cache',
  '--cache-strategy',
  'content',
  '--cache-location',
  '.cache/prettier',
];

/** Remembers what it found, so that it looks again only at what a change can have touched. */
function checkTypes(project: string, name: string): Promise<string[]> {
  const remember = ['--incremental', '--tsBuildInfoFile', `.cache/${name}.tsbuildinfo`];
  return runTool(root, 'typescript', 'tsc', ['-p', project, ...remember]);
}

const steps: Step[] = [
  { name: 'types', run: () => checkTypes('.', 'types') },
  { name: 'types-web', run: () => checkTypes('web', 'types-web') },
  { name: 'lint', run: () => runTool(root, 'oxlint', 'oxlint', ['--format', 'unix']) },
  { name: 'format', run: () => runTool(root, 'prettier', 'prettier', [...prettierArgs, '.']) },
  { name: 'migrations', run: () => checkMigrations(root) },
  { name: 'dead-code', run: () => runTool(root, 'knip', 'knip', ['--no-progress', '--no-config-hints']) },
  { name: 'lockfile', run: () => checkLockfile(root) },
  { name: 'licenses', run: () => checkLicenses(root) },
  { name: 'generated', run: () => runScript(root, 'tools/generate.ts', ['--check']) },
  { name: 'doc-references', run: () => checkDocReferences(root) },
  { name: 'file-names', run: () => checkFileNames(root) },
  { name: 'rooms', run: () => checkRooms(root) },
  { name: 'words', run: () => checkWords(root) },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 2;
} else {
  const passed = await runSteps(steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name)));
  process.exitCode = passed ? 0 : 1;
}
