import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { getConnector } from '../connectors/registry.ts';
import { contractUrl, renderContract } from './contract/contract.ts';
import { openCollection } from './slice/collection.ts';
import { findDrift } from './slice/drift.ts';
import { vendorApisFolder } from './slice/folder.ts';
import { sliceConnector } from './slice/slice-connector.ts';

/**
 * `npm run slice -- ID…`: cuts `connectors/ID/contract.json` out of the vendors' descriptions. `--check` compares every
 * contract with its description and changes nothing.
 *
 * `--from DIR`, or `VENDOR_APIS`, says where the descriptions are; they are looked for in `../shared/vendor-apis` else.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, check: { type: 'boolean', default: false } },
});

const folder = values.from ?? vendorApisFolder;
const collection = await openCollection(folder);
if (collection === undefined) {
  console.error(`There are no descriptions in ${folder}. Name their folder: --from DIR.`);
  process.exitCode = 2;
} else if (values.check) {
  const problems = await findDrift(collection);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  for (const id of positionals) {
    const connector = getConnector(id);
    const slice = connector?.transport === 'http' ? await sliceConnector(connector, collection) : undefined;
    if (slice === undefined) {
      console.error(`${id}: no description.`);
      process.exitCode = 1;
      continue;
    }
    const text = renderContract(slice.contract);
    await writeFile(contractUrl(id), text);
    const { uses, sources, schemas } = slice.contract;
    console.log(
      `${id}: ${Object.keys(uses).length} requests of ${sources.length} descriptions, ${Object.keys(schemas).length} schemas, ${Math.ceil(text.length / 1024)} kB.`,
    );
    if (slice.missing.length > 0) console.log(`${id}: not described: ${slice.missing.join(', ')}.`);
  }
}
