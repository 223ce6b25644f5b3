import type { RunLogEntry } from '../core/runs/run-log-entry.ts';
import type { SegmentOptions } from '../engine/segment/run-segment.ts';
import type { RemovalFindings } from '../engine/segment/removal-findings.ts';
import { describeRemoval, describeRepeats, keysShown } from './describe-segment.ts';

/** What a segment found out about its source, as it tells it, and as the run's log has it. */
export interface Findings extends Required<Pick<SegmentOptions, 'onRemoval' | 'onRepeats'>> {
  toEntries(): RunLogEntry[];
}

/** @param from What is removed: see `describeRemoval`. */
export function collectFindings(from?: Parameters<typeof describeRemoval>[1]): Findings {
  let removal: RemovalFindings | undefined;
  let repeats = 0;
  const repeated = new Set<string>();
  return {
    onRemoval: (found) => {
      removal = found;
    },
    onRepeats: (sourceKeys) => {
      repeats += sourceKeys.length;
      for (const key of sourceKeys) if (repeated.size < keysShown) repeated.add(key);
    },
    toEntries: () =>
      [removal && describeRemoval(removal, from), describeRepeats(repeats, repeated)].filter(
        (one) => one !== undefined,
      ),
  };
}
