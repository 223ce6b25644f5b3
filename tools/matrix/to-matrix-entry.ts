import type { JsonObject } from '../../core/json.ts';
import { countNotDocumented } from '../meaning/load-meaning.ts';
import { measureForm } from './measure-form.ts';
import { loadRecordings } from './recordings.ts';
import type { MatrixRow } from './render-matrix.ts';

/** A connector of the matrix as data: what it can, and what that rests on. */
export function toMatrixEntry({ connector, result }: MatrixRow): JsonObject {
  const { id, category } = connector;
  const { level, source, asOf, operations, sheets } = result.verification;
  const { requests, grades } = measureForm(connector);
  return {
    id,
    category,
    level,
    source,
    as_of: asOf,
    operations: { verified: operations.verified, total: operations.total },
    customer_defined: operations.customerDefined ?? 0,
    requests: { ...requests },
    grades,
    exemptions: result.exemptions.length,
    sheets: { complete: sheets.complete, objects: sheets.objects, not_documented: countNotDocumented(connector) },
    scenarios: result.scenarios,
    recordings: { ...loadRecordings(id) },
    problems: result.problems.length,
  };
}
