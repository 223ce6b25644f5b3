import { describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { createDiscoveries, type Discovered } from './discoveries.ts';

const found: Discovered = { objects: [], truncated: false, discovered_at: '2026-01-01T00:00:00.000Z' };

describe('services/connections/discoveries', () => {
  it('stops waiting at the timeout of a caller, and gives the next one what was found meanwhile', async () => {
    const discoveries = createDiscoveries(systemClock);
    const { promise, resolve } = Promise.withResolvers<Discovered>();
    let begun = 0;
    const discover = (): Promise<Discovered> => {
      begun += 1;
      return promise;
    };

    const impatient = await discoveries.join('a', 1, discover);
    const patient = discoveries.join('a', 60_000, discover);
    resolve(found);

    expect([impatient, await patient, begun]).toEqual([undefined, found, 1]);
  });

  it('reports a failure once, then starts again', async () => {
    const discoveries = createDiscoveries(systemClock);
    const failing = (): Promise<Discovered> => Promise.reject(new Error('No.'));

    await expect(discoveries.join('a', 60_000, failing)).rejects.toThrow('No.');

    expect(await discoveries.join('a', 60_000, () => Promise.resolve(found))).toBe(found);
  });
});
