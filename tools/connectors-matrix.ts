import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getConnector, listConnectors } from '../connectors/registry.ts';
import { verifications } from '../connectors/verification.data.ts';
import { MockVendor } from '../test/contract/behaviour/mock-vendor.ts';
import { runSuite } from '../test/contract/run-suite.ts';
import { formatAs } from './generate/format-as.ts';
import { compareLevels } from './matrix/compare-levels.ts';
import { renderMatrix, type MatrixRow } from './matrix/render-matrix.ts';
import { renderVerifications } from './matrix/render-verifications.ts';

/**
 * `npm run connectors:matrix`: runs the contract suite over every connector and prints what each can and how well it is
 * proven. Fails where a connector is proven less well than it was; `--write` keeps what was found as the new measure. Ids as
 * arguments run only those connectors.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
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

console.log(renderMatrix(rows));
for (const { connector, result } of rows) {
  for (const { use, rule, detail } of result.problems) console.error(`${connector.id}: ${use}: ${rule}: ${detail}`);
}
const found = Object.fromEntries(rows.map(({ connector, result }) => [connector.id, result.verification]));
const isWanted = ([id]: [string, unknown]): boolean => positionals.length === 0 || positionals.includes(id);
const before = Object.fromEntries(Object.entries(verifications).filter(isWanted));
const losses = compareLevels(before, found);
for (const loss of losses) console.error(loss);
if (values.write) {
  // In the order of the registry, whichever were run.
  const merged = Object.fromEntries(
    listConnectors().flatMap(({ id }) => {
      const verification = found[id] ?? verifications[id];
      return verification === undefined ? [] : [[id, verification]];
    }),
  );
  const path = 'connectors/verification.data.ts';
  await writeFile(join(root, path), await formatAs(root, path, renderVerifications(merged)));
} else if (losses.length > 0 || rows.some(({ result }) => result.problems.length > 0)) {
  process.exitCode = 1;
}
