import type { Clock } from '../../core/clock.ts';
import type { WriteLease } from '../../core/records.ts';
import { LeaseLostError, type SegmentStore } from '../ports.ts';

/**
 * The right to write for a stream, for a time, as its holder knows it.
 *
 * Measured by the holder's own monotonic clock from before each renewal was sent, so that a slow answer, a frozen
 * process or a clock that jumps can only make it end early.
 */
export class Lease implements WriteLease {
  readonly epoch: number;
  /** When writes of the holders before are over, by the monotonic clock. */
  readonly othersOverAt: number;
  readonly #store: SegmentStore;
  readonly #clock: Clock;
  readonly #leaseMs: number;
  readonly #cancelAsked: AbortController;
  #validUntil: number;
  #quietFrom = Number.NEGATIVE_INFINITY;
  #lost = false;
  /** Something was sent for the page at hand that no checkpoint knows of. */
  pageInDoubt: boolean;

  /** @param cancelAsked Aborted when a renewal learns that the run is to end. */
  constructor(
    store: SegmentStore,
    clock: Clock,
    leaseMs: number,
    acquired: { epoch: number; askedAt: number; pageInDoubt: boolean; quietMs?: number },
    cancelAsked: AbortController,
  ) {
    this.epoch = acquired.epoch;
    this.othersOverAt = clock.monotonic() + (acquired.quietMs ?? 0);
    this.pageInDoubt = acquired.pageInDoubt;
    this.#store = store;
    this.#clock = clock;
    this.#leaseMs = leaseMs;
    this.#validUntil = acquired.askedAt + leaseMs;
    this.#cancelAsked = cancelAsked;
  }

  get leaseMs(): number {
    return this.#leaseMs;
  }

  /** The lease outlasts a request that begins now and takes so long. */
  covers(ms: number): boolean {
    return !this.#lost && this.#validUntil - this.#clock.monotonic() > ms;
  }

  /**
   * Makes sure that a request may begin now, renewing the lease where its rest is too short.
   *
   * @throws {LeaseLostError} when it cannot be renewed any more.
   */
  async ensure(requestTimeoutMs: number): Promise<void> {
    if (this.covers(requestTimeoutMs)) return;
    await this.renew();
    // The renewal may have been answered late; only what is left now counts.
    if (!this.covers(requestTimeoutMs)) throw new LeaseLostError();
  }

  /** A write whose answer was lost may still be carried out until `until`, by the monotonic clock. */
  noteDoubt(until: number): void {
    this.#quietFrom = Math.max(this.#quietFrom, until);
  }

  /** When everything in doubt that was sent under this lease, or an earlier one, is over, by the monotonic clock. */
  get quietAt(): number {
    return Math.max(this.othersOverAt, this.#quietFrom);
  }

  /** Nothing that was sent under this lease can happen any more, so that the next holder may begin at once. */
  get mayBeReleased(): boolean {
    return !this.#lost && this.#clock.monotonic() >= this.#quietFrom;
  }

  renew(): Promise<void> {
    return this.prolongWith(() => this.#store.renew(this.epoch, this.#leaseMs));
  }

  /** Runs a call that prolongs the lease on the way, and takes over what it learnt. */
  async prolongWith(call: () => Promise<{ cancelRequested: boolean }>): Promise<void> {
    if (this.#lost) throw new LeaseLostError();
    const askedAt = this.#clock.monotonic();
    try {
      const { cancelRequested } = await call();
      this.#validUntil = Math.max(this.#validUntil, askedAt + this.#leaseMs);
      if (cancelRequested) this.#cancelAsked.abort(new Error('The run is to be canceled.'));
    } catch (error) {
      if (error instanceof LeaseLostError) this.#lost = true;
      throw error;
    }
  }

  /** Renews on a timer until stopped. A renewal that fails is tried again at the next tick; `ensure` has the last word. */
  async keepRenewing(everyMs: number, stop: AbortSignal): Promise<void> {
    while (!stop.aborted && !this.#lost) {
      try {
        await this.#clock.sleep(everyMs, stop);
        await this.renew();
      } catch {
        // Stopped, lost (remembered above), or the store is away for the moment.
      }
    }
  }
}
