import type { Checkpoint, Repeat } from '../ports.ts';
import type { Candidate, PreparedPage } from '../stages/page.ts';
import { countUnchanged, type Tally } from './tally.ts';

/**
 * Takes a record whose key other pages may show: the last record of a key counts, as it does within a page.
 *
 * What differs waits, since a later page may show another state; what does not stands for those that came before it, which count
 * as deduplicated. So a second reading of the same pages writes nothing.
 */
export function takeRepeat(
  tally: Tally,
  { sourceKey, record }: Candidate,
  { noted, again, waits, differs, onPage }: Repeat & { onPage: boolean },
): void {
  const { counters, repeats } = tally;
  if (again) repeats.found.push(sourceKey);
  if (waits) {
    repeats.released.push(sourceKey);
    counters.read += 1;
    counters.deduplicated += 1;
  }
  if (differs) {
    repeats.held.push({ sourceKey, record, counted: false });
    repeats.again.push(sourceKey);
  } else {
    countUnchanged(tally, 1);
    if (onPage && !noted) repeats.again.push(sourceKey);
    if (!onPage && !again) repeats.once.push(sourceKey);
  }
}

/**
 * What the checkpoint of a page writes down of records that wait: for others, or for the end of the reading.
 *
 * @param before How many wait before the page.
 * @returns how many wait behind it, too.
 */
export function settleWaiting(
  { references, isFirst, repeated }: PreparedPage,
  { repeats: { held, released, again, once } }: Tally,
  before: number,
): { change: Pick<Checkpoint, 'waiting' | 'unresolvedReferences' | 'repeats'>; waiting: number } {
  // A reading that did not come to its end may have left some.
  const leaves = isFirst === true && repeated !== undefined && before > 0;
  const { reset, stored, done } = references?.waiting ?? { reset: leaves, stored: [], done: [] };
  const keys = new Set(held.map(({ sourceKey }) => sourceKey));
  const waiting = {
    reset,
    stored: [...stored.filter(({ sourceKey }) => !keys.has(sourceKey)), ...held],
    done: [...done, ...released],
  };
  const isChanged = references !== undefined || reset || keys.size + released.length > 0;
  return {
    change: {
      ...(isChanged ? { waiting } : {}),
      ...(references === undefined ? {} : { unresolvedReferences: references.unresolved }),
      ...(again.length + once.length > 0 ? { repeats: { again, once } } : {}),
    },
    waiting: reset ? held.length : before + held.length - released.length,
  };
}
