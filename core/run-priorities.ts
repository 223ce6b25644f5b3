import type { RunTrigger } from './enums.ts';

/** What goes first where there is more to run than can run: the smallest number. People wait for what they started by hand. */
export const runPriorities: Readonly<Record<RunTrigger, number>> = {
  manual: 1,
  retry: 1,
  event: 2,
  webhook: 3,
  after: 3,
  call: 3,
  schedule: 4,
};
