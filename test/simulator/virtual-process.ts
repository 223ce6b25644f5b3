import type { Clock } from '../../core/clock.ts';
import type { Rng } from './rng.ts';
import type { Scheduled, Scheduler } from './scheduler.ts';

/**
 * A process that runs code under test: it can die, and it can freeze and wake as if nothing had happened.
 *
 * Whatever reaches it (answers, timers, signals) passes `deliver`: nothing reaches a dead process, and what reaches a
 * frozen one waits until it wakes.
 */
export class VirtualProcess {
  readonly name: string;
  readonly clock: Clock;
  /** Told to whoever watches heartbeats. */
  onSilence: ((dead: boolean) => void) | undefined;
  /** A wait began; the simulator judges its length. */
  onSleep: ((ms: number) => void) | undefined;
  #state: 'running' | 'frozen' | 'dead' = 'running';
  #wakesAt = 0;
  #deferred: (() => void)[] = [];
  #wallOffset: number;
  readonly #scheduler: Scheduler;
  readonly #rng: Rng;

  constructor(name: string, scheduler: Scheduler, rng: Rng) {
    this.name = name;
    this.#scheduler = scheduler;
    this.#rng = rng;
    this.#wallOffset = rng.int(-3_600_000, 3_600_000);
    const monotonicStart = rng.int(0, 1_000_000_000);
    this.clock = {
      now: () => 1_790_000_000_000 + scheduler.now + this.#wallOffset,
      monotonic: () => monotonicStart + scheduler.now,
      sleep: (ms, signal) => this.#sleep(ms, signal),
    };
  }

  get dead(): boolean {
    return this.#state === 'dead';
  }

  get frozen(): boolean {
    return this.#state === 'frozen';
  }

  jumpWallClock(ms: number): void {
    this.#wallOffset += ms;
  }

  deliver(action: () => void): void {
    if (this.#state === 'dead') return;
    if (this.#state === 'frozen') {
      this.#deferred.push(action);
      return;
    }
    this.#scheduler.wake();
    action();
  }

  /** Calls back after `ms` of virtual time, unless the process is dead by then. */
  deliverIn(ms: number, action: () => void): Scheduled {
    return this.#scheduler.at(ms, () => this.deliver(action));
  }

  crash(): void {
    if (this.#state === 'dead') return;
    this.#state = 'dead';
    this.#deferred = [];
    this.onSilence?.(true);
  }

  /** Stops for a time; what arrives meanwhile is handed over afterwards, in any order. */
  freeze(ms: number): void {
    if (this.#state === 'dead') return;
    this.#wakesAt = Math.max(this.#wakesAt, this.#scheduler.now + ms);
    this.#scheduler.at(ms, () => this.#thaw());
    if (this.#state === 'frozen') return;
    this.#state = 'frozen';
    this.onSilence?.(false);
  }

  #thaw(): void {
    if (this.#state !== 'frozen' || this.#scheduler.now < this.#wakesAt) return;
    this.#state = 'running';
    const deferred = this.#deferred;
    this.#deferred = [];
    // One event each: code runs between two of them, as it does between two callbacks of an event loop.
    for (const action of deferred) this.deliverIn(this.#rng.int(0, 2), action);
  }

  #sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    this.onSleep?.(ms);
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(toError(signal.reason));
        return;
      }
      // A timer never fires early, and often a little late.
      const timer = this.deliverIn(ms + this.#rng.longTail(20), () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      const onAbort = (): void => {
        timer.cancel();
        reject(toError(signal?.reason));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }
}

export function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('Aborted.');
}
