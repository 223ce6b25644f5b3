import { describe, expect, it } from 'vitest';
import { openCollection } from '../../tools/slice/collection.ts';
import { findDrift } from '../../tools/slice/drift.ts';
import { vendorApisFolder } from '../../tools/slice/folder.ts';

const collection = await openCollection(vendorApisFolder);
if (collection === undefined) {
  console.warn(`There are no descriptions in ${vendorApisFolder} (VENDOR_APIS): contracts are not compared with them.`);
}

describe('test/contract/drift', () => {
  it.runIf(collection !== undefined)("keeps contracts that are what their vendors' descriptions give", async () => {
    expect(collection === undefined ? ['No descriptions.'] : await findDrift(collection)).toEqual([]);
  });
});
