import type { RunLogEntry } from '../core/runs/run-log-entry.ts';
import type { SegmentOptions } from '../engine/segment/run-segment.ts';
import type { RemovalFindings } from '../engine/segment/removal-findings.ts';
import { describeRemoval, describeRepeats } from './describe-segment.ts';

/** What a segment found out about its source, as it tells it, and as the run's log has it. */
export interface Findings extends Required<Pick<SegmentOptions, 'onRemoval' | 'onRepeats'>> {
  toEntries(): RunLogEntry[];
}

/** @param from What is removed: see `describeRemoval`. */
export function collectFindings(from?: Parameters<typeof describeRemoval>[1]): Findings {
  let removal: RemovalFindings | undefined;
  const repeated: string[] = [];
  return {
    onRemoval: (found) => {
      removal = found;
    },
    onRepeats: (sourceKeys) => {
      for (const key of sourceKeys) repeated.push(key);
    },
    toEntries: () =>
      [removal && describeRemoval(removal, from), describeRepeats(repeated)].filter((one) => one !== undefined),
  };
}
