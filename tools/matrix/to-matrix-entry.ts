import type { JsonObject } from '../../core/json.ts';
import { loadContract } from '../contract/contract.ts';
import { listUses, toUsedHost, toUsedPath } from '../contract/operation-uses.ts';
import type { MatrixRow } from './render-matrix.ts';

/** A connector of the matrix as data: what it can, and what that rests on. */
export function toMatrixEntry({ connector, result }: MatrixRow): JsonObject {
  const { id, category, transport } = connector;
  const { level, source, asOf, operations, sheets } = result.verification;
  const contract = transport === 'http' ? loadContract(id) : undefined;
  const uses = transport === 'http' ? listUses(connector) : [];
  // Objects of a kind share requests, so that operations alone say more than was written.
  const requests = uses.map((use) =>
    transport === 'http' ? `${use.request.method} ${toUsedHost(connector, use)}${toUsedPath(connector, use)}` : '',
  );
  const described = uses.filter((use) => contract?.uses[use.id] !== undefined);
  return {
    id,
    category,
    level,
    source,
    as_of: asOf,
    operations: { verified: operations.verified, total: operations.total },
    customer_defined: operations.customerDefined ?? 0,
    requests: { distinct: new Set(requests).size, described: described.length, total: uses.length },
    grades: [...new Set(contract?.sources.map(({ grade }) => grade))].toSorted(),
    exemptions: result.exemptions.length,
    sheets: { complete: sheets.complete, objects: sheets.objects },
    problems: result.problems.length,
  };
}
