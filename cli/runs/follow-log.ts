import type { HubClient, RunLogEntry } from '../../client/index.ts';
import { misuse } from '../cli-error.ts';
import type { CliContext, GlobalOptions } from '../context.ts';
import type { Ending } from '../exit-codes.ts';
import { isId } from '../names.ts';
import { showControls, styleFor } from '../style.ts';
import { askPatiently } from './ask-patiently.ts';
import { endingOf, isMoving } from './watch-run.ts';

export interface FollowOptions extends GlobalOptions {
  /** Id of an entry: only those that follow it. */
  after?: string;
  level?: RunLogEntry['level'];
}

const lookEveryMs = 1000;
/**
 * Entries are written by several processes, so one may come behind a younger one: those of so long before the newest are
 * read again, and at the end of the run all of them.
 */
const lateMaxMs = 60_000;

const looks = { info: 'dim', warn: 'yellow', error: 'red' } as const;

/** Shows the log of a run as it comes, to its end, each entry once, also over a lost connection. */
export async function followLog(
  context: CliContext,
  hub: HubClient,
  id: string,
  { after: first, level, json }: FollowOptions,
): Promise<Ending> {
  if (first !== undefined && !isId(first)) throw misuse('--after takes the id of an entry of the log: log_…');
  const { clock, signal, stdout } = context;
  const ask = askPatiently(context);
  const shown = new Set<string>();
  for (let after = first; ;) {
    // The state first: what is logged before the end is then in the log that is read after it.
    const run = await ask(() => hub.call('getRun', { params: { id } }, { signal }));
    if (!isMoving(run)) after = first;
    const query = { ...(after === undefined ? {} : { after }), ...(level === undefined ? {} : { level }) };
    const entries = await ask(() => readAll(hub.list('listRunLogs', { params: { id }, query }, { signal })));
    for (const entry of entries.filter((one) => !shown.has(one.id))) {
      shown.add(entry.id);
      stdout.write(`${json === true ? JSON.stringify(entry) : describeEntry(context, entry)}\n`);
    }
    if (!isMoving(run)) return endingOf(run);
    after = findSettled(entries) ?? after;
    await clock.sleep(lookEveryMs, signal);
  }
}

async function readAll<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The last entry before which nothing comes any more. */
function findSettled(entries: readonly RunLogEntry[]): string | undefined {
  const newestMs = Math.max(...entries.map(({ at }) => Date.parse(at)));
  return entries.findLast(({ at }) => Date.parse(at) < newestMs - lateMaxMs)?.id;
}

function describeEntry(context: CliContext, { at, level, code, message, details }: RunLogEntry): string {
  const style = styleFor(context, context.stdout);
  const more = details === undefined ? '' : ` ${JSON.stringify(details)}`;
  return `${style('dim', at)} ${style(looks[level], level.padEnd(5))} ${code} ${showControls(message + more)}`;
}
