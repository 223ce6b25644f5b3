import type { RecordTarget } from '../core/records.ts';
import type { SegmentStore } from './ports.ts';

/** A source record that says, or was told, which target record it is. */
export interface Claim {
  sourceKey: string;
  targetId: string;
}

/**
 * Source keys whose target record belongs to another one: its owner is the key in the ledger, else the first that
 * claims it.
 */
export async function findForeign(
  claims: readonly Claim[],
  { store, target }: { store: SegmentStore; target: RecordTarget },
): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set();
  const owned = await store.owners(target.fingerprint, claims);
  const foreign = new Set<string>();
  const claimed = new Set<string>();
  for (const { sourceKey, targetId } of claims) {
    if (owned.has(sourceKey) || claimed.has(targetId)) foreign.add(sourceKey);
    else claimed.add(targetId);
  }
  return foreign;
}
