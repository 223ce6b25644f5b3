import type { RecordTarget } from '../../core/records.ts';
import type { SegmentStore } from '../ports.ts';

/** A source record that says, or was told, which target record it is. */
export interface Claim {
  sourceKey: string;
  targetId: string;
}

/**
 * Source keys whose target record belongs to another one: its owner is the key in the ledger, else the first that
 * claims it.
 *
 * An owner that claims another record gives its own up, so that two may change their names for each other's; not where
 * it is refused what it claims.
 */
export async function findForeign(
  claims: readonly Claim[],
  { store, target }: { store: Pick<SegmentStore, 'owners'>; target: Pick<RecordTarget, 'fingerprint'> },
): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set();
  const owners = await store.owners(target.fingerprint, claims);
  const claimed = new Map(claims.map(({ sourceKey, targetId }) => [sourceKey, targetId]));
  const foreign = new Set<string>();
  const isTaken = ({ sourceKey, targetId }: Claim): boolean => {
    const owner = owners.get(sourceKey);
    if (owner === undefined) return false;
    return foreign.has(owner) || (claimed.get(owner) ?? targetId) === targetId;
  };
  // Each that is refused stays where it is, which another one may be waiting for.
  for (let before = -1; before !== foreign.size;) {
    before = foreign.size;
    const given = new Set<string>();
    for (const claim of claims) {
      const { sourceKey, targetId } = claim;
      if (foreign.has(sourceKey)) continue;
      if (isTaken(claim) || given.has(targetId)) foreign.add(sourceKey);
      else given.add(targetId);
    }
  }
  return foreign;
}
