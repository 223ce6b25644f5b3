import type { ConnectorError } from '../core/connector-error.ts';
import { RunFailedError } from '../engine/errors.ts';
import { LeaseLostError } from '../engine/ports.ts';
import type { Withheld } from '../engine/removal.ts';
import type { SegmentWait } from '../engine/segment/segment.ts';
import type { RemovalFindings } from '../engine/segment/removal-findings.ts';
import { lossesMax } from './store/lost-workers.ts';
import { toApplicationFailure, toRunError } from './to-application-failure.ts';
import type { RunLogEntry } from '../core/runs/run-log-entry.ts';
import { messages } from '../core/messages.ts';

/** A shorter silence is ordinary pacing and not worth an entry. */
const waitNotedMs = 5000;

/** Turns a wait into an entry of the run's log; `undefined` where it is not worth one. */
export function describeWait({ reason, ms, error }: SegmentWait): RunLogEntry | undefined {
  if (reason === 'system' && ms <= waitNotedMs) return undefined;
  const place = error === undefined ? {} : { connector: error.connectorId, operation: error.operation };
  const details = { reason, wait_ms: Math.ceil(ms), ...place };
  return { level: 'info', code: 'waited', message: waits[reason], details };
}

const waits: Readonly<Record<SegmentWait['reason'], string>> = {
  lease: messages.waitForLease,
  lookup: messages.waitForLookup,
  system: messages.waitForSystem,
};

/**
 * Turns what a whole reading missed into an entry of the run's log; `undefined` where that is nothing.
 *
 * @param from What is removed: records of the target, or they become items of a flow.
 */
export function describeRemoval(
  { known, missing, confirmed, withheld }: RemovalFindings,
  from: 'target' | 'items' = 'target',
): RunLogEntry | undefined {
  if (missing === 0) return undefined;
  const details = { known, missing, confirmed };
  if (withheld !== undefined) {
    const { reason, records } = withheld;
    const message = from === 'items' ? messages.deletionsWithheld : reasons[reason];
    return { level: 'warn', code: 'removals_withheld', message, details: { ...details, reason, records } };
  }
  const removed = from === 'items' ? messages.recordsDeleted : messages.recordsRemoved;
  const message = confirmed > 0 ? removed : messages.recordsMissingOnce;
  return { level: 'info', code: 'records_missing', message, details };
}

/** Keys that are shown of those that came again. */
export const keysShown = 5;

/** Turns what a segment read of keys that earlier pages had shown into an entry of the run's log; `undefined` where that is nothing. */
export function describeRepeats(records: number, sourceKeys: ReadonlySet<string>): RunLogEntry | undefined {
  if (records === 0) return undefined;
  const details = { records, keys: [...sourceKeys] };
  return { level: 'warn', code: 'duplicate_keys', message: messages.duplicateKeys, details, leavesRoom: true };
}

const reasons: Readonly<Record<Withheld['reason'], string>> = {
  too_many_items: messages.itemsWithheld,
  too_many_changes: messages.itemsWithheld,
  unidentified_records: messages.removalsUnidentified,
  all_missing: messages.removalsAllMissing,
  above_guard: messages.removalsAboveGuard,
};

/** Turns the loss of the worker that carried a segment out into an entry of the run's log. */
export function describeLoss(losses: number): RunLogEntry {
  return {
    level: 'warn',
    code: 'worker_lost',
    message: messages.workerLost,
    details: { losses, losses_max: lossesMax },
  };
}

/** Turns the failure of a segment into an entry of the run's log: tried again in `nextTryMs`, or the end of the run. */
export function describeFailure(error: unknown, attempt: number, nextTryMs?: number): RunLogEntry {
  if (error instanceof LeaseLostError) {
    return { level: 'info', code: 'lease_lost', message: messages.leaseLost, details: { attempt } };
  }
  const { code, message, connector, operation } = toRunError(error);
  const details = {
    attempt,
    ...(nextTryMs === undefined ? {} : { next_try_in_ms: Math.ceil(nextTryMs) }),
    error_code: code,
    ...(connector === undefined ? {} : { connector }),
    ...(operation === undefined ? {} : { operation }),
  };
  const final = toApplicationFailure(error).nonRetryable === true;
  if (error instanceof RunFailedError) return { level: 'error', code, message, details };
  return final
    ? { level: 'error', code: 'segment_failed', message, details }
    : { level: 'warn', code: 'segment_retried', message, details };
}

/** The credentials of a call were refused, and others are there by now, or not. */
export function describeRefusal(error: ConnectorError, replaced: boolean): RunLogEntry {
  const details = { connector: error.connectorId, operation: error.operation };
  return replaced
    ? {
        level: 'info',
        code: 'credentials_reread',
        message: messages.credentialsReplaced,
        details,
      }
    : { level: 'error', code: 'credentials_refused', message: messages.credentialsRejected, details };
}
