import { join } from 'node:path';
import { findUnfit, readRuntimePackages } from './check/licenses.ts';

/**
 * `npm run licenses`: under which licences the packages are that run with the hub. Exits with 1 where one binds more than
 * attribution, or is not known.
 */
const packages = await readRuntimePackages(join(import.meta.dirname, '..'));
const byLicense = Map.groupBy(packages, ({ license = 'none' }) => license);
for (const [license, under] of [...byLicense].toSorted(([, a], [, b]) => b.length - a.length)) {
  const names = under.length > 5 ? '' : `: ${under.map(({ name }) => name).join(', ')}`;
  console.log(`${String(under.length).padStart(4)}  ${license}${names}`);
}
const unfit = findUnfit(packages);
for (const problem of unfit) console.error(`✗ ${problem}`);
console.log(unfit.length === 0 ? `✓ ${packages.length} packages at run time, none of them copyleft.` : '');
process.exitCode = unfit.length === 0 ? 0 : 1;
