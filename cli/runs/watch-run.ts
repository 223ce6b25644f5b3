import type { HubClient, Run } from '../../client/index.ts';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { askPatiently } from './ask-patiently.ts';
import { describeRun, openProgressLine, styleRun } from './progress-line.ts';

const lookFirstMs = 100;
const lookEveryMaxMs = 2000;

/** While it is in one of these, a run goes on by itself. */
const moving: readonly Run['status'][] = ['queued', 'running', 'canceling'];

export function isMoving({ status }: Run): boolean {
  return moving.includes(status);
}

/** Looks at a run until it no longer moves by itself, and shows how it comes on. Being told to stop leaves it at work. */
export async function watchRun(context: CliContext, hub: HubClient, id: string): Promise<Run> {
  const { clock, signal, stderr } = context;
  const line = openProgressLine(context);
  const ask = askPatiently(context);
  try {
    for (let waitMs = lookFirstMs; ; waitMs = Math.min(lookEveryMaxMs, waitMs * 1.5)) {
      const run = await ask(() => hub.call('getRun', { params: { id } }, { signal }));
      if (!isMoving(run)) {
        line.clear();
        stderr.write(`${styleRun(context, run)}\n`);
        return run;
      }
      line.show(describeRun(run));
      await clock.sleep(waitMs, signal);
    }
  } catch (error) {
    line.clear();
    if (signal.aborted) throw new CliError('interrupted', 'The run goes on.', `Look at it again: hub runs tail ${id}`);
    throw error;
  }
}

/** How a command ends that waited for a run. */
export function endingOf({ status }: Run): 'done' | 'unsuccessful' {
  return status === 'succeeded' || status === 'skipped' ? 'done' : 'unsuccessful';
}
