import { describeError } from '../describe-error.ts';

/** What became of an act on one of several things. */
export type Outcome =
  { state: 'waiting' } | { state: 'busy' } | { state: 'done' } | { state: 'refused'; message: string };

const atOnce = 4;

/**
 * Does the same to each of several things, a few at a time. One that is refused keeps none of the others from it.
 *
 * @param onChange Told of each outcome as it comes.
 */
export async function runEach<Item extends { id: string }>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  onChange: (id: string, outcome: Outcome) => void,
): Promise<void> {
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      onChange(item.id, { state: 'busy' });
      try {
        await act(item);
        onChange(item.id, { state: 'done' });
      } catch (error) {
        onChange(item.id, { state: 'refused', message: describeError(error).message });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
}

/** `3 done, 1 refused` */
export function countOutcomes(outcomes: Iterable<Outcome>): string {
  const all = [...outcomes];
  const done = all.filter(({ state }) => state === 'done').length;
  const refused = all.filter(({ state }) => state === 'refused').length;
  const left = all.length - done - refused;
  return [
    `${done} done`,
    ...(refused === 0 ? [] : [`${refused} refused`]),
    ...(left === 0 ? [] : [`${left} to go`]),
  ].join(', ');
}
