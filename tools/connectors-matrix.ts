import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getConnector, getVerification, listConnectors } from '../connectors/registry.ts';
import { MockVendor } from '../test/contract/behaviour/mock-vendor.ts';
import { runSuite } from '../test/contract/run-suite.ts';
import { compareLevels } from './matrix/compare-levels.ts';
import { renderMatrix, type MatrixRow } from './matrix/render-matrix.ts';
import { toMatrixEntry } from './matrix/to-matrix-entry.ts';

/**
 * `npm run connectors:matrix`: runs the contract suite over every connector and prints what each can and how well it is
 * proven. Fails where it finds something, or a connector is proven less well than it was; `--write` keeps what was found as the new
 * measure. Ids as arguments run only those connectors; `--json` prints data instead of a table.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((id) => getConnector(id) === undefined);
if (unknown.length > 0) {
  console.error(`There is no connector ${unknown.join(', ')}.`);
  process.exit(2);
}
const wanted = listConnectors().filter(({ id }) => positionals.length === 0 || positionals.includes(id));

const root = join(import.meta.dirname, '..');
const vendor = await MockVendor.start();
const rows: MatrixRow[] = [];
for (const connector of wanted) rows.push({ connector, result: await runSuite(connector, vendor) });
await vendor.stop();

console.log(values.json ? JSON.stringify({ connectors: rows.map(toMatrixEntry) }, null, 2) : renderMatrix(rows));
for (const { connector, result } of rows) {
  for (const { use, rule, detail } of result.problems) console.error(`${connector.id}: ${use}: ${rule}: ${detail}`);
}
const found = Object.fromEntries(rows.map(({ connector, result }) => [connector.id, result.verification]));
const before = Object.fromEntries(wanted.map((connector) => [connector.id, getVerification(connector)]));
const losses = compareLevels(before, found);
for (const loss of losses) console.error(loss);
if (values.write) {
  for (const [id, verification] of Object.entries(found)) {
    const path = join(root, 'connectors', id, 'verification.json');
    await writeFile(path, `${JSON.stringify(verification, null, 2)}\n`);
  }
}
const hasProblems = rows.some(({ result }) => result.problems.length > 0);
if (hasProblems || (losses.length > 0 && !values.write)) process.exitCode = 1;
