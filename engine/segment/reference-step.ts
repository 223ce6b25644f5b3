import type { PreparedPage, ReferenceStep } from '../stages/page.ts';
import type { Checkpoint, DiffRow } from '../ports.ts';

/** What the checkpoint of a page writes down of the records that wait for others. */
export function toReferences({
  waiting,
  unresolved,
}: ReferenceStep): Pick<Checkpoint, 'waiting' | 'unresolvedReferences'> {
  return { waiting, unresolvedReferences: unresolved };
}

/** Records of a page that the ledger knows to be as they should be, without those that were counted before. */
export function findUncounted({ candidates, references }: PreparedPage, rows: readonly DiffRow[]): number {
  if (references?.again !== true) return candidates.length - rows.length;
  const differing = new Set(rows.map(({ index }) => index));
  return candidates.filter(({ counted }, index) => counted !== true && !differing.has(index)).length;
}
