/** `node test/conformance/write-index.ts` writes `connectors/all.ts`. */
import { writeFileSync } from 'node:fs';
import { renderIndex } from '../../connectors/render-index.ts';
import { connectorsDir, listConnectorFolders } from './folders.ts';

writeFileSync(new URL('all.ts', connectorsDir), renderIndex(listConnectorFolders()));
