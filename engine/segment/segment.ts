import type { Clock } from '../../core/clock.ts';
import type { ConnectorError } from '../../core/connector-error.ts';
import type { Counters } from '../../core/pure/counters.ts';
import type { RecordSource, RecordTarget } from '../../core/records.ts';
import type { ScriptExecutor } from '../../core/scripts.ts';
import type { Searched } from '../stages/enrich-records.ts';
import type { SegmentStore } from '../ports.ts';

/** The world of one segment. */
export interface SegmentPorts {
  source: RecordSource;
  target: RecordTarget;
  /** Writes removals; needed where the plan has one. */
  removals?: RecordTarget | undefined;
  store: SegmentStore;
  /** Needed where the plan has a script. */
  scripts?: ScriptExecutor | undefined;
  /** One for each enrichment of the plan. */
  searched?: readonly Searched[] | undefined;
  clock: Clock;
}

export interface SegmentLimits {
  /** When this has passed, the segment reads no further page, and returns after those it has. */
  timeBoxMs: number;
  /** Length of the lease; longer than a request of the target may take. */
  leaseMs: number;
  /** How often the lease is renewed beside the checkpoints. */
  renewEveryMs: number;
  /** The next page is fetched ahead only while the pages in memory stay under this. */
  pageBytesMax: number;
  /** A page of more effects than this, and than a batch of the target has, is settled in parts. */
  partMin: number;
  /** Longest wait inside a segment, for a lease, a look-up lag or a rate limit; beyond it the segment returns. */
  waitMaxMs: number;
}

export interface SegmentSignals {
  /** The run is to end: stop reading and waiting at once; writes drain. */
  cancel: AbortSignal;
  /** The worker is going down: return after the page at hand. */
  shutdown: AbortSignal;
}

/** A wait that was not for a source or target at work. */
export interface SegmentWait {
  /** Another segment's lease, a look-up that may still miss a write, or the silence that a system asked for. */
  reason: 'lease' | 'lookup' | 'system';
  ms: number;
  /** With `system`: what asked for the silence. */
  error?: ConnectorError;
}

export type SegmentResult =
  /** Everything was read and settled. */
  | { status: 'done'; counters: Counters }
  /** Time box or shutdown: call again. */
  | { status: 'more'; counters: Counters }
  /**
   * Nothing can be done before `retryAfterMs` has passed: a rate limit, or another segment's lease. `error`: a fault that
   * ended a segment which had made progress.
   */
  | { status: 'waiting'; counters: Counters; retryAfterMs: number; error?: ConnectorError }
  | { status: 'canceled'; counters: Counters };
