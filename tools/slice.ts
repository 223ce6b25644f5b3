import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { getConnector, listConnectors } from '../connectors/registry.ts';
import { contractUrl, loadContract, renderContract } from './contract/contract.ts';
import { openCollections } from './slice/collection.ts';
import { findDrift } from './slice/drift.ts';
import { collectionFolders } from './slice/folder.ts';
import { sliceConnector } from './slice/slice-connector.ts';

/**
 * `npm run slice -- ID…`: cuts `connectors/ID/contract.json` out of the vendors' descriptions. `--check` compares every
 * contract with its description and changes nothing.
 *
 * `--from DIR`, as often as there are folders, or `VENDOR_APIS`, with `:` between them, says where the descriptions are; they
 * are looked for in `../shared/vendor-apis` and `../shared/vendor-more` else. What a contract has of a folder that is not
 * there stays as it is.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', multiple: true }, check: { type: 'boolean', default: false } },
});

const folders = values.from ?? collectionFolders;
const collection = await openCollections(folders);
if (collection === undefined) {
  console.error(`There are no descriptions in ${folders.join(', ')}. Name their folder: --from DIR.`);
  process.exitCode = 2;
} else if (values.check) {
  for (const connector of listConnectors()) {
    const drift = await findDrift(connector, collection);
    if (drift === undefined) continue;
    console.error(drift);
    process.exitCode = 1;
  }
} else {
  for (const id of positionals) {
    const connector = getConnector(id);
    const slice =
      connector?.transport === 'http' ? await sliceConnector(connector, collection, loadContract(id)) : undefined;
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
