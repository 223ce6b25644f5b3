/** The states of a run. @see docs/concepts.md#what-happens */
export const runStatuses = [
  'queued',
  'running',
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

export function isFinished(status: RunStatus): status is RunOutcome {
  return !['queued', 'running', 'canceling'].includes(status);
}
