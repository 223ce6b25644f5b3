import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listConnectors } from '../connectors/registry.ts';
import { verifications } from '../connectors/verification.data.ts';
import { MockVendor } from '../test/contract/behaviour/mock-vendor.ts';
import { runSuite } from '../test/contract/run-suite.ts';
import { formatAs } from './generate/format-as.ts';
import { compareLevels } from './matrix/compare-levels.ts';
import { renderMatrix, type MatrixRow } from './matrix/render-matrix.ts';
import { renderVerifications } from './matrix/render-verifications.ts';

/**
 * `npm run connectors:matrix`: runs the contract suite over every connector and prints what each can and how well it is
 * proven. Fails where a connector is proven less well than it was; `--write` keeps what was found as the new measure.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

const root = join(import.meta.dirname, '..');
const vendor = await MockVendor.start();
const rows: MatrixRow[] = [];
for (const connector of listConnectors()) rows.push({ connector, result: await runSuite(connector, vendor) });
await vendor.stop();

console.log(renderMatrix(rows));
for (const { connector, result } of rows) {
  for (const { use, rule, detail } of result.problems) console.error(`${connector.id}: ${use}: ${rule}: ${detail}`);
}
const found = Object.fromEntries(rows.map(({ connector, result }) => [connector.id, result.verification]));
const losses = compareLevels(verifications, found);
for (const loss of losses) console.error(loss);
if (values.write) {
  const path = 'connectors/verification.data.ts';
  await writeFile(join(root, path), await formatAs(root, path, renderVerifications(found)));
} else if (losses.length > 0 || rows.some(({ result }) => result.problems.length > 0)) {
  process.exitCode = 1;
}
