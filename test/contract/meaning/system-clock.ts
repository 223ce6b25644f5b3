import type { CountingClock } from '../behaviour/mock-session.ts';
import type { PlayedSystem } from './played-system.ts';

/** The hub's clock, which goes with that of the system: waits are over at once, and time passes in both. */
export function createSystemClock(system: Pick<PlayedSystem, 'nowMs'>): CountingClock {
  return {
    sleptMs: 0,
    now: () => system.nowMs,
    monotonic: () => performance.now(),
    sleep(ms) {
      this.sleptMs += ms;
      system.nowMs += ms;
      return Promise.resolve();
    },
  };
}
