import type { Counters } from '../../core/pure/counters.ts';
import type { Plan } from '../plan.ts';
import type { FieldWatch } from '../stages/empty-fields.ts';
import type { Lease } from './lease.ts';
import type { RemovalFindings } from './removal-findings.ts';
import type { SegmentLimits, SegmentPorts } from './segment.ts';

/** What a page is settled with. */
export interface PageContext {
  plan: Plan;
  ports: SegmentPorts;
  lease: Lease;
  limits: SegmentLimits;
  cancel: AbortSignal;
  pageSeq: number;
  /** Of the whole run, up to this page. */
  counted: Counters;
  /** Records that wait before this page; `Infinity` where earlier segments left some that nobody has counted. */
  waiting: number;
  /** What fields have no value in any record. */
  fields: FieldWatch;
  /** Told what a whole reading missed, and whether that is removed. */
  onRemoval?: ((findings: RemovalFindings) => void) | undefined;
  /** Told the source keys that a page shows after an earlier one. */
  onRepeats?: ((sourceKeys: readonly string[]) => void) | undefined;
}
