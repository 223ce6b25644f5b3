import type { Effect } from './journal.ts';

/**
 * Faults that a hub could have, made by the target in its place, to see that the judge notices each: a write that is
 * carried out twice, one that has no effect though it was answered, one with other content than was sent.
 */
export const plants = ['doubled', 'lost', 'wrong'] as const;
export type Plant = (typeof plants)[number];

/** @param every The fault strikes every so many writes. @returns what truly happened for an effect. */
export function plantFaults(plant: Plant | undefined, every: number): (effect: Effect) => Effect[] {
  let writes = 0;
  return (effect) => {
    writes += 1;
    if (plant === undefined || writes % every !== 0) return [effect];
    if (plant === 'doubled') return [effect, { ...effect, outcome: effect.outcome === 'created' ? 'created' : 'same' }];
    return plant === 'wrong' ? [{ ...effect, body: { ...effect.body, label: 'another' } }] : [];
  };
}
