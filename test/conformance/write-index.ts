/** `node test/conformance/write-index.ts` writes `connectors/all.ts`. */
import { existsSync, writeFileSync } from 'node:fs';
import { renderIndex } from '../../connectors/render-index.ts';
import { contractUrl } from '../../tools/contract/contract.ts';
import { connectorsDir, listConnectorFolders } from './folders.ts';

const folders = listConnectorFolders();
const described = folders.filter((folder) => existsSync(contractUrl(folder)));
writeFileSync(new URL('all.ts', connectorsDir), renderIndex(folders, described));
