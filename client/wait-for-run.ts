import type { Run } from './operations.data.ts';
import type { ClientDeps } from './send.ts';

const lookFirstMs = 100;
const lookEveryMaxMs = 5000;

/** While it is in one of these, a run goes on by itself. */
const movingStates: readonly Run['status'][] = ['queued', 'running', 'canceling'];

/** Looks at a run, ever less often, until it no longer moves by itself. */
export async function waitForRun(
  look: () => Promise<Run>,
  { sleep }: Pick<ClientDeps, 'sleep'>,
  signal: AbortSignal | undefined,
): Promise<Run> {
  for (let waitMs = lookFirstMs; ; waitMs = Math.min(lookEveryMaxMs, waitMs * 1.5)) {
    const run = await look();
    if (!movingStates.includes(run.status)) return run;
    await sleep(waitMs, signal);
  }
}
