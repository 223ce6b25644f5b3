import type { PreparedPage } from '../stages/page.ts';
import type { DiffRow } from '../ports.ts';

/** Records of a page that the ledger knows to be as they should be, without those that were counted before. */
export function findUncounted({ candidates, references }: PreparedPage, rows: readonly DiffRow[]): number {
  if (references?.again !== true) return candidates.length - rows.length;
  const differing = new Set(rows.map(({ index }) => index));
  return candidates.filter(({ counted }, index) => counted !== true && !differing.has(index)).length;
}
