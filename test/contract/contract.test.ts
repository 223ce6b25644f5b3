import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getVerification, listConnectors } from '../../connectors/registry.ts';
import { MockVendor } from './behaviour/mock-vendor.ts';
import { knownGaps } from './known-gaps.ts';
import { runSuite, type SuiteResult } from './run-suite.ts';

/** The layers L0 to L4 over every connector of the registry: a new connector needs no test of its own for them. */
const connectors = listConnectors().map((connector) => [connector.id, connector] as const);

/** Generous: a suite that is given up plays on, with the vendor of those behind it. */
const suiteTimeoutMs = 300_000;

let vendor: MockVendor;

beforeAll(async () => {
  vendor = await MockVendor.start();
});

afterAll(() => vendor.stop());

describe('test/contract/contract', () => {
  describe.each(connectors)('%s', (_, connector) => {
    let result: SuiteResult;

    beforeAll(async () => {
      result = await runSuite(connector, vendor);
    }, suiteTimeoutMs);

    it('is complete, agrees with the description of its vendor, and behaves', () => {
      expect(result.problems.map(({ use, rule, detail }) => `${use}: ${rule}: ${detail}`)).toEqual([]);
    });

    it('is exempt from nothing that it keeps', () => {
      expect(result.stale).toEqual([]);
    });

    it('is shown with the level that it has', () => {
      expect(getVerification(connector), 'run `npm run connectors:matrix -- --write`').toEqual(result.verification);
    });
  });

  it('knows no gaps of connectors that are not there', () => {
    expect(Object.keys(knownGaps).filter((id) => !connectors.some(([known]) => known === id))).toEqual([]);
  });
});
