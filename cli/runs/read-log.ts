import type { HubClient, RunLogEntry } from '../../client/index.ts';
import type { CliContext } from '../context.ts';
import { showControls, styleFor } from '../output/style.ts';

export interface LogQuery {
  /** Id of an entry: only those that follow it. */
  after?: string | undefined;
  level?: RunLogEntry['level'] | undefined;
}

/** Asks the hub, again where the connection was lost. */
type Ask = <Answer>(what: () => Promise<Answer>) => Promise<Answer>;

/**
 * Entries are written by several processes, so one may come behind a younger one: those of so long before the newest are
 * read again, and at the end of the run all of them.
 */
const lateMaxMs = 60_000;

const looks = { info: 'dim', warn: 'yellow', error: 'red' } as const;

/**
 * Reads the log of a run as it grows.
 *
 * @returns a function that gives the entries that it did not give before. Its argument tells that the run is over, after
 *   which nothing comes any more.
 */
export function openLog(
  { signal }: CliContext,
  { hub, ask, id }: { hub: HubClient; ask: Ask; id: string },
  { after: first, level }: LogQuery = {},
): (isOver: boolean) => Promise<RunLogEntry[]> {
  const shown = new Set<string>();
  let after = first;
  return async (isOver) => {
    if (isOver) after = first;
    const query = { ...(after === undefined ? {} : { after }), ...(level === undefined ? {} : { level }) };
    const entries = await ask(() => readAll(hub.list('listRunLogs', { params: { id }, query }, { signal })));
    const fresh = entries.filter((entry) => !shown.has(entry.id));
    for (const entry of fresh) shown.add(entry.id);
    after = findSettled(entries) ?? after;
    return fresh;
  };
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

/** An entry with all that it holds, on one line. */
export function describeEntry(context: CliContext, { at, level, code, message, details }: RunLogEntry): string {
  const style = styleFor(context, context.stdout);
  const more = details === undefined ? '' : ` ${JSON.stringify(details)}`;
  return `${style('dim', at)} ${style(looks[level], level.padEnd(5))} ${code} ${showControls(message + more)}`;
}

/**
 * What somebody who waits for a run should know of an entry: a failure with its attempt and the next try, a warning, a
 * wait, records that are missing but not removed yet. `undefined` for ordinary turns of its life, and for its end, which is told otherwise.
 */
export function describeProblem(context: CliContext, entry: RunLogEntry): string | undefined {
  const { at, level, code, message, details = {} } = entry;
  const { attempt, next_try_in_ms: nextMs, wait_ms: waitMs, waited_ms: waitedMs, connector, operation } = details;
  const { known, missing, confirmed } = details;
  const isKept = code === 'records_missing' && confirmed === 0;
  const isWait = typeof waitMs === 'number' || typeof waitedMs === 'number';
  if (code === 'finished' || (level === 'info' && !isWait && !isKept)) return undefined;
  const facts = [
    ...[connector, operation].filter((name) => typeof name === 'string'),
    ...(typeof attempt === 'number' ? [`attempt ${attempt}`] : []),
    ...(typeof nextMs === 'number' ? [`next try in ${toSeconds(nextMs)}`] : []),
    ...(isKept && typeof missing === 'number' && typeof known === 'number' ? [`${missing} of ${known}`] : []),
    ...(typeof waitMs === 'number' ? [`for ${toSeconds(waitMs)}`] : []),
    ...listStatuses(details['statuses']),
    ...(typeof details['unanswered'] === 'number' ? [`${details['unanswered']} unanswered`] : []),
    ...(typeof waitedMs === 'number' && waitedMs > 0 ? [`waited ${toSeconds(waitedMs)}`] : []),
  ];
  const style = styleFor(context, context.stderr);
  const more = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  const time = at.slice(11, 19);
  return `${style(looks[level], level === 'error' ? '✗' : '!')} ${time} ${code}: ${showControls(message + more)}`;
}

/** How many answers had which status. */
function listStatuses(statuses: unknown): string[] {
  if (typeof statuses !== 'object' || statuses === null) return [];
  return Object.entries(statuses).map(([status, count]) => `${String(count)} × ${status}`);
}

function toSeconds(ms: number): string {
  return ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
