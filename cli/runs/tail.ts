import type { HubClient, Run, RunLogEntry } from '../../client/index.ts';
import { canonicalJson } from '../../core/json.ts';
import type { CliContext, GlobalOptions } from '../context.ts';
import type { Ending } from '../exit-codes.ts';
import { openHub } from '../find-hub.ts';
import { showControls, styleFor } from '../style.ts';
import { describeRun } from './progress-line.ts';
import { endingOf, isMoving } from './watch-run.ts';

const lookEveryMs = 1000;
/** Runs that are looked at together; older ones that still move are left to themselves. */
const followedMax = 20;

const looks = { info: 'dim', warn: 'yellow', error: 'red' } as const;

/** Shows the log of a run as it comes, to its end; without an id, runs of the organization as they come and go. */
export async function tailRuns(context: CliContext, id: string | undefined, options: GlobalOptions): Promise<Ending> {
  const hub = await openHub(context, options);
  return id === undefined ? followRuns(context, hub, options) : followLog(context, hub, id, options);
}

async function followLog(context: CliContext, hub: HubClient, id: string, options: GlobalOptions): Promise<Ending> {
  const { clock, signal } = context;
  const shown = new Map<string, number>();
  for (;;) {
    // The state first: what is logged before the end is then in the log that is read after it.
    const run = await hub.call('getRun', { params: { id } }, { signal });
    const counts = new Map<string, number>();
    for await (const entry of hub.list('listRunLogs', { params: { id } }, { signal })) {
      const key = canonicalJson(entry);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count <= (shown.get(key) ?? 0)) continue;
      shown.set(key, count);
      context.stdout.write(`${options.json === true ? JSON.stringify(entry) : describeEntry(context, entry)}\n`);
    }
    if (!isMoving(run)) return endingOf(run);
    await clock.sleep(lookEveryMs, signal);
  }
}

function describeEntry(context: CliContext, { at, level, code, message, details }: RunLogEntry): string {
  const style = styleFor(context, context.stdout);
  const more = details === undefined ? '' : ` ${JSON.stringify(details)}`;
  return `${style('dim', at)} ${style(looks[level], level.padEnd(5))} ${code} ${showControls(message + more)}`;
}

async function followRuns(context: CliContext, hub: HubClient, options: GlobalOptions): Promise<Ending> {
  const { clock, signal } = context;
  const told = new Map<string, string>();
  for (;;) {
    const runs = await hub.call('listRuns', { query: { per_page: followedMax } }, { signal });
    for (const run of runs.toReversed()) {
      const text = describeRun(run);
      if (told.get(run.id) === text) continue;
      told.set(run.id, text);
      context.stdout.write(`${options.json === true ? JSON.stringify(run) : describeLine(run, text)}\n`);
    }
    for (const id of [...told.keys()].slice(0, -4 * followedMax)) told.delete(id);
    await clock.sleep(lookEveryMs, signal);
  }
}

function describeLine(run: Run, text: string): string {
  return `${run.updated_at} ${run.id} ${run.integration_id} ${text}`;
}
