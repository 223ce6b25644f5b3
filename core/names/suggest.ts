import { countEdits } from './nearest.ts';

const comparedMax = 1000;
const listedMax = 50;

/** The names that there are, for somebody who named another one: of the first 1,000 the nearest 50, the nearest first. */
export function listNearest(name: string, known: Iterable<string>): string[] {
  const shorten = (text: string): string => text.slice(0, 64).toLowerCase();
  const compared = [...known].slice(0, comparedMax);
  return compared
    .map((candidate) => ({ candidate, edits: countEdits(shorten(name), shorten(candidate)) }))
    .toSorted((one, other) => one.edits - other.edits)
    .slice(0, listedMax)
    .map(({ candidate }) => candidate);
}

/**
 * Finds the name probably meant: the nearest by single-character edits and swaps, if it is near enough.
 *
 * @returns `undefined` if no name is closer than a third of the letters.
 */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  if (name.length > 64) return undefined;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = countEdits(name.toLowerCase(), candidate.toLowerCase());
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}
