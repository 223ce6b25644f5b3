import { describe, expect, it } from 'vitest';
import { listConnectors } from '../../connectors/registry.ts';
import { judgeConnector } from './judge-connector.ts';
import { knownGaps } from './known-gaps.ts';

/** The layers L0 to L2 over every connector of the registry: a new connector needs no test of its own for them. */
const connectors = listConnectors().map((connector) => [connector.id, connector] as const);

describe('test/contract/contract', () => {
  describe.each(connectors)('%s', (id, connector) => {
    const judgement = judgeConnector(connector);
    const gaps = knownGaps[id] ?? {};

    it('is complete in itself and agrees with the description of its vendor', () => {
      const open = judgement.problems.filter(({ rule }) => gaps[rule] === undefined);

      expect(open.map(({ use, rule, detail }) => `${use}: ${rule}: ${detail}`)).toEqual([]);
    });

    it('is exempt from nothing that it keeps', () => {
      const kept = Object.keys(gaps).filter((gap) => !judgement.problems.some(({ rule }) => rule === gap));

      expect([...judgement.stale.map(({ use, rule }) => `${use}: ${rule}`), ...kept]).toEqual([]);
    });
  });

  it('knows no gaps of connectors that are not there', () => {
    expect(Object.keys(knownGaps).filter((id) => !connectors.some(([known]) => known === id))).toEqual([]);
  });
});
