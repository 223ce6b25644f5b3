import type { ConnectorError } from '../core/connector-error.ts';
import { RunFailedError } from '../engine/errors.ts';
import { LeaseLostError } from '../engine/ports.ts';
import type { SegmentWait } from '../engine/segment.ts';
import { toApplicationFailure, toRunError } from './to-application-failure.ts';
import type { RunLogEntry } from './write-run-log.ts';

/** A shorter silence is ordinary pacing and not worth an entry. */
const waitNotedMs = 5000;

/** Turns a wait into an entry of the run's log; `undefined` where it is not worth one. */
export function describeWait({ reason, ms }: SegmentWait): RunLogEntry | undefined {
  if (reason === 'system' && ms <= waitNotedMs) return undefined;
  return { level: 'info', code: 'waited', message: waits[reason], details: { reason, wait_ms: Math.ceil(ms) } };
}

const waits: Readonly<Record<SegmentWait['reason'], string>> = {
  lease: 'Another segment still has the right to write for this stream; the run waits for it.',
  lookup: 'The answer to a write was lost; the run waits until the target can be asked about it.',
  system: 'The source or target asked to be left alone for a while.',
};

/** Turns the failure of a segment into an entry of the run's log: tried again, or the end of the run. */
export function describeFailure(error: unknown, attempt: number): RunLogEntry {
  if (error instanceof LeaseLostError) {
    return { level: 'info', code: 'lease_lost', message: 'Another segment took over.', details: { attempt } };
  }
  const { code, message, connector, operation } = toRunError(error);
  const details = {
    attempt,
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
    ? { level: 'info', code: 'credentials_reread', message: 'Refused credentials were replaced meanwhile.', details }
    : { level: 'error', code: 'credentials_refused', message: 'The credentials were refused.', details };
}
