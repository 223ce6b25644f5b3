import { describe, expect, it } from 'vitest';
import { listConnectors } from '../../connectors/registry.ts';
import { type Collection, openCollections } from '../../tools/slice/collection.ts';
import { findDrift } from '../../tools/slice/drift.ts';
import { collectionFolders } from '../../tools/slice/folder.ts';

const collection = await openCollections(collectionFolders);
if (collection === undefined) {
  console.warn(
    `There are no descriptions in ${collectionFolders.join(', ')} (VENDOR_APIS): contracts are not compared with them.`,
  );
}

const connectors = listConnectors().map((connector) => [connector.id, connector] as const);
const nothing: Collection = { names: [], entries: [], read: () => Promise.resolve(undefined) };

describe('test/contract/drift', () => {
  describe.each(connectors)('%s', (_, connector) => {
    it.runIf(collection !== undefined)("keeps a contract that is what its vendor's descriptions give", async () => {
      expect(await findDrift(connector, collection ?? nothing)).toBeUndefined();
    });

    it('keeps its contract as it is where no description is at hand', async () => {
      expect(await findDrift(connector, nothing)).toBeUndefined();
    });
  });
});
