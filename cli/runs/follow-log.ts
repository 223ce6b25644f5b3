import type { HubClient, RunLogEntry } from '../../client/index.ts';
import { misuse } from '../cli-error.ts';
import type { CliContext, GlobalOptions } from '../context.ts';
import type { Ending } from '../exit-codes.ts';
import { isId } from '../../as-code/ids.ts';
import { askPatiently } from './ask-patiently.ts';
import { describeEntry, openLog } from './read-log.ts';
import { endingOf, isMoving } from './watch-run.ts';

export interface FollowOptions extends GlobalOptions {
  /** Id of an entry: only those that follow it. */
  after?: string;
  level?: RunLogEntry['level'];
  /** How long to follow, as `readTimeout` takes it. */
  timeout?: string;
}

const lookEveryMs = 1000;

/** Shows the log of a run as it comes, to its end, each entry once, also over a lost connection. */
export async function followLog(
  context: CliContext,
  hub: HubClient,
  id: string,
  { after, level, json }: FollowOptions,
): Promise<Ending> {
  if (after !== undefined && !isId(after)) throw misuse('--after takes the id of an entry of the log: log_…');
  const { clock, signal, stdout } = context;
  const ask = askPatiently(context);
  const readNew = openLog(context, { hub, ask, id }, { after, level });
  for (;;) {
    // The state first: what is logged before the end is then in the log that is read after it.
    const run = await ask(() => hub.call('getRun', { params: { id } }, { signal }));
    for (const entry of await readNew(!isMoving(run))) {
      stdout.write(`${json === true ? JSON.stringify(entry) : describeEntry(context, entry)}\n`);
    }
    if (!isMoving(run)) return endingOf(run);
    await clock.sleep(lookEveryMs, signal);
  }
}
