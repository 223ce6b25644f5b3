import type { HubClient, Run } from '../../client/index.ts';
import type { CliContext, GlobalOptions } from '../context.ts';
import type { Ending } from '../exit-codes.ts';
import { showControls } from '../output/style.ts';
import { askPatiently } from './ask-patiently.ts';
import { describeRun } from './progress-line.ts';
import { isMoving } from './watch-run.ts';

const lookEveryMs = 1000;
/** Runs that are shown to begin with. */
const firstMax = 20;
/** Newest runs that are looked at each time: with those that came since the time before, at most `newMax`. */
const newestMax = 100;
const newMax = 1000;
/** Older runs that still move are looked at in turns, so many each time: an API key has ten requests a second. */
const movingMax = 5;
const rememberedMax = 5000;

/** Shows runs of the organization as they come and go, each state once, until it is told to stop. */
export async function followRuns(context: CliContext, hub: HubClient, { json }: GlobalOptions): Promise<Ending> {
  const { clock, signal, stdout } = context;
  const ask = askPatiently(context);
  const printed = new Map<string, string>();
  const moving = new Set<string>();
  for (;;) {
    const newest = await ask(() => readNewest(hub, printed, signal));
    const others = [...moving].filter((id) => newest.every((run) => run.id !== id)).slice(0, movingMax);
    const older = await Promise.all(others.map((id) => ask(() => hub.call('getRun', { params: { id } }, { signal }))));
    for (const run of [...older, ...newest.toReversed()]) {
      // Whoever moves goes to the end of the queue of those that are looked at.
      moving.delete(run.id);
      if (isMoving(run)) moving.add(run.id);
      const text = describeRun(run);
      if (printed.get(run.id) === text) continue;
      printed.set(run.id, text);
      stdout.write(`${json === true ? JSON.stringify(run) : describeLine(run, text)}\n`);
    }
    for (const id of [...printed.keys()].slice(0, -rememberedMax)) {
      printed.delete(id);
      moving.delete(id);
    }
    await clock.sleep(lookEveryMs, signal);
  }
}

/** Newest first, down to those that were told of before. */
async function readNewest(hub: HubClient, printed: ReadonlyMap<string, string>, signal: AbortSignal): Promise<Run[]> {
  const runs: Run[] = [];
  const max = printed.size === 0 ? firstMax : newMax;
  for await (const run of hub.list('listRuns', {}, { signal })) {
    runs.push(run);
    if (runs.length === max || (runs.length >= newestMax && printed.has(run.id))) break;
  }
  return runs;
}

function describeLine(run: Run, text: string): string {
  return `${run.updated_at} ${run.id} ${showControls(run.integration_name ?? run.integration_id)} ${text}`;
}
