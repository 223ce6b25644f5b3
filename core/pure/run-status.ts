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
