import type { HubClient, Run } from '../../client/index.ts';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { askPatiently } from './ask-patiently.ts';
import { describeRun, openProgressLine, styleRun } from './progress-line.ts';
import { describeProblem, openLog } from './read-log.ts';

const lookFirstMs = 100;
const lookEveryMaxMs = 2000;
/** The log is read less often than the run: an API key has ten requests a second. */
const logEveryMs = 1000;

/** While it is in one of these, a run has not come to its end. */
const moving: readonly Run['status'][] = ['queued', 'running', 'waiting', 'canceling'];

export function isMoving({ status }: Run): boolean {
  return moving.includes(status);
}

/**
 * Looks at a run until it ends, and shows how it comes on and what stands in its way. Being told to
 * stop leaves it at work.
 */
export async function watchRun(context: CliContext, hub: HubClient, id: string): Promise<Run> {
  const { clock, signal, stderr } = context;
  const line = openProgressLine(context);
  const ask = askPatiently(context);
  const readNew = openLog(context, { hub, ask, id });
  const showProblems = async (isOver: boolean): Promise<void> => {
    for (const entry of await readNew(isOver)) {
      const problem = describeProblem(context, entry);
      if (problem === undefined) continue;
      line.clear();
      stderr.write(`${problem}\n`);
    }
  };
  try {
    let readAtMs = clock.monotonic();
    for (let waitMs = lookFirstMs; ; waitMs = Math.min(lookEveryMaxMs, waitMs * 1.5)) {
      const run = await ask(() => hub.call('getRun', { params: { id } }, { signal }));
      const isOver = !isMoving(run);
      if (isOver || clock.monotonic() - readAtMs >= logEveryMs) {
        await showProblems(isOver);
        readAtMs = clock.monotonic();
      }
      if (isOver) {
        line.clear();
        stderr.write(`${styleRun(context, run)}\n`);
        return run;
      }
      line.show(describeRun(run));
      await clock.sleep(waitMs, signal);
    }
  } catch (error) {
    line.clear();
    if (!signal.aborted) throw error;
    const [ending, reason] = signal.reason instanceof CliError ? [signal.reason.ending, signal.reason.message] : [];
    const message = reason === undefined ? 'The run goes on.' : `${reason} The run goes on.`;
    throw new CliError(ending ?? 'interrupted', message, `Look at it again: hub runs tail ${id}`);
  }
}

/** How a command ends that waited for a run. */
export function endingOf({ status }: Run): 'done' | 'unsuccessful' {
  return status === 'succeeded' || status === 'skipped' ? 'done' : 'unsuccessful';
}
