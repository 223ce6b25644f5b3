import type { RecordTarget } from '../../core/records.ts';
import type { SegmentStore } from '../ports.ts';

/** A source record that says, or was told, which target record it is. */
export interface Claim {
  sourceKey: string;
  targetId: string;
}

/**
 * Source keys whose target record belongs to another one, with its owner: the key in the ledger, else the first that
 * claims it.
 *
 * An owner that claims another record gives its own up, so that two may change their names for each other's; not where
 * it is refused what it claims.
 */
export async function findForeign(
  claims: readonly Claim[],
  { store, target }: { store: Pick<SegmentStore, 'owners'>; target: Pick<RecordTarget, 'fingerprint'> },
): Promise<ReadonlyMap<string, string>> {
  if (claims.length === 0) return new Map();
  const owners = await store.owners(target.fingerprint, claims);
  const claimed = new Map(claims.map(({ sourceKey, targetId }) => [sourceKey, targetId]));
  const foreign = new Map<string, string>();
  const keeps = (owner: string, targetId: string): boolean =>
    foreign.has(owner) || (claimed.get(owner) ?? targetId) === targetId;
  // Each that is refused stays where it is, which another one may be waiting for.
  for (let before = -1; before !== foreign.size;) {
    before = foreign.size;
    const given = new Map<string, string>();
    for (const { sourceKey, targetId } of claims) {
      if (foreign.has(sourceKey)) continue;
      const owner = owners.get(sourceKey);
      const other = owner !== undefined && keeps(owner, targetId) ? owner : given.get(targetId);
      if (other === undefined) given.set(targetId, sourceKey);
      else foreign.set(sourceKey, other);
    }
  }
  return foreign;
}
