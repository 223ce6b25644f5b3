/** The states of a run. @see docs/concepts.md#what-happens */
export const runStatuses = [
  'queued',
  'running',
  'waiting',
  'canceling',
  'succeeded',
  'partially_succeeded',
  'failed',
  'canceled',
  'skipped',
] as const;

export type RunStatus = (typeof runStatuses)[number];

/** What a run can end as. */
export type RunOutcome = 'succeeded' | 'partially_succeeded' | 'failed' | 'canceled' | 'skipped';

/** `waiting`: everything that the run has still to do waits for a time or a person; it holds no turn and has no workflow. */
const openStatuses: readonly RunStatus[] = ['queued', 'running', 'waiting', 'canceling'];

export function isFinished(status: RunStatus): status is RunOutcome {
  return !openStatuses.includes(status);
}

export const retryModes = ['resume', 'restart'] as const;

export type RetryMode = (typeof retryModes)[number];

/** How a run can be retried. One that read everything has nothing to go on with; its failed records are retried by themselves. */
export function listRetryModes(status: RunStatus): readonly RetryMode[] {
  if (!isFinished(status)) return [];
  return status === 'succeeded' || status === 'partially_succeeded' ? ['restart'] : retryModes;
}
