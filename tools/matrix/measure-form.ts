import type { Connector } from '../../connectors/kit/connector.ts';
import { loadContract } from '../contract/contract.ts';
import { listUses, toUsedHost, toUsedPath } from '../contract/operation-uses.ts';

/** What the operations of a connector rest on. */
export interface Form {
  /** Objects of a kind share requests, so that operations alone say more than was written. */
  requests: { distinct: number; described: number; total: number };
  /** Grades of its descriptions: how far they are to be believed. */
  grades: string[];
}

export function measureForm(connector: Connector): Form {
  if (connector.transport !== 'http') return { requests: { distinct: 0, described: 0, total: 0 }, grades: [] };
  const contract = loadContract(connector.id);
  const uses = listUses(connector);
  const requests = uses.map(
    (use) => `${use.request.method} ${toUsedHost(connector, use)}${toUsedPath(connector, use)}`,
  );
  const described = uses.filter(({ id }) => contract?.uses[id] !== undefined).length;
  return {
    requests: { distinct: new Set(requests).size, described, total: uses.length },
    grades: [...new Set(contract?.sources.map(({ grade }) => grade))].toSorted(),
  };
}
