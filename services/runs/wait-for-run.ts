import { isFinished } from '../../core/pure/run-status.ts';
import type { ServiceContext } from '../shared/context.ts';
import { waitUntil } from '../shared/wait-until.ts';
import { getRun } from './get-run.ts';
import type { RunRecord } from './run.ts';

/** Waits for the end of a run. @returns the run as it stands when it is over or the time is up. */
export function waitForRun({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; seconds: number };
}): Promise<RunRecord> {
  const read = (): Promise<RunRecord> => getRun({ ctx, input });
  return waitUntil(ctx, { seconds: input.seconds, read, isOver: ({ status }) => isFinished(status) });
}
