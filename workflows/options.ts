import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';

/** Timeouts and retries by kind of work; the only place with such literals. */

/**
 * Begins a run and executes its first segment: 2 s of reading, a write's time-out and a margin.
 *
 * Retried without end within its bounds of the database: a begin that gives up would strand the run.
 */
export const beginOptions: LocalActivityOptions = {
  startToCloseTimeout: '30s',
  scheduleToCloseTimeout: '24h',
  localRetryThreshold: '10s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '30s' },
};

/** Database bookkeeping: short, and safe to run twice. */
export const bookkeepingOptions: LocalActivityOptions = {
  startToCloseTimeout: '5s',
  scheduleToCloseTimeout: '24h',
  localRetryThreshold: '10s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '30s' },
};

/**
 * One segment: returns by itself after a minute and beats every 3 s.
 *
 * A segment that made progress returns instead of failing, so these attempts are for one that does not get on at all.
 */
export const segmentOptions: ActivityOptions = {
  startToCloseTimeout: '5m',
  heartbeatTimeout: '10s',
  scheduleToCloseTimeout: '24h',
  retry: { initialInterval: '1s', backoffCoefficient: 1.5, maximumInterval: '10m' },
  // A canceled run is told to be over when its last write is. Left out, it is TRY_CANCEL, whatever the SDK's page says.
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
};

/** A history of this many events is cut by continue-as-new; replaying it stays under a second. */
export const historyEventsMax = 2000;
