import { isFinished } from '../../core/pure/run-status.ts';
import type { ServiceContext } from '../shared/context.ts';
import { getRun } from './get-run.ts';
import type { RunRecord } from './run.ts';

/** A request may take 30 s; an answer needs time to get back. */
export const waitSecondsMax = 25;

/** Requests of a process that wait at once; more are answered at once. */
const waitersMax = 500;
const firstLookMs = 20;
const lookEveryMaxMs = 500;

let waiters = 0;

/**
 * Waits for the end of a run, looking ever less often.
 *
 * @param seconds How long to wait; cut to the maximum for a request.
 * @returns the run as it stands when it is over or the time is up.
 */
export async function waitForRun({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; seconds: number };
}): Promise<RunRecord> {
  const deadline = ctx.clock.monotonic() + Math.min(input.seconds, waitSecondsMax) * 1000;
  waiters += 1;
  try {
    for (let pauseMs = firstLookMs; ; pauseMs = Math.min(pauseMs * 1.5, lookEveryMaxMs)) {
      const run = await getRun({ ctx, input });
      const leftMs = deadline - ctx.clock.monotonic();
      if (isFinished(run.status) || leftMs <= 0 || waiters > waitersMax) return run;
      await ctx.clock.sleep(Math.min(pauseMs, leftMs));
    }
  } finally {
    waiters -= 1;
  }
}
