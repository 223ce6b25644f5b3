import type { Clock } from '../../../core/clock.ts';
import type { RecordTarget, WriteLease } from '../../../core/records.ts';
import type { Fault } from '../../kit/fault.ts';

/** From the last answer of a batch to its report. */
const marginMs = 500;

/**
 * The time in which a batch may begin requests: its own, and that of the lease it is written under.
 *
 * Asked right before each request, so that a process that was paused in between sends nothing more.
 */
export class WriteWindow {
  readonly #clock: Clock;
  readonly #requestTimeoutMs: number;
  readonly #lease: WriteLease | undefined;
  readonly #endsAt: number;

  constructor(
    clock: Clock,
    { writeTimeoutMs, requestTimeoutMs }: Pick<RecordTarget, 'writeTimeoutMs' | 'requestTimeoutMs'>,
    lease: WriteLease | undefined,
  ) {
    this.#clock = clock;
    this.#requestTimeoutMs = requestTimeoutMs;
    this.#lease = lease;
    this.#endsAt = clock.monotonic() + writeTimeoutMs - marginMs;
  }

  /** The timeout for a request that starts now. 0 if none may start. */
  get leftMs(): number {
    if (!this.isLeased) return 0;
    return Math.max(0, Math.min(this.#endsAt - this.#clock.monotonic(), this.#requestTimeoutMs));
  }

  /** True if the lease outlasts a request that starts now. */
  get isLeased(): boolean {
    return this.#lease?.covers(this.#requestTimeoutMs) ?? true;
  }

  /** True if a request may start after a wait, with its full timeout. */
  fits(waitMs = 0): boolean {
    const left = this.#endsAt - this.#clock.monotonic() - waitMs;
    return this.isLeased && left >= this.#requestTimeoutMs;
  }
}

/** Why the rest of a batch is not sent: its time has elapsed, or the lease must be renewed first. */
export const windowClosed: Fault = { kind: 'transient', message: 'No time was left for the rest of the batch.' };
