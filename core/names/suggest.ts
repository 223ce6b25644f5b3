import { countEdits } from './nearest.ts';

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
