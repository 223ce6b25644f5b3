/** Calls that are refused whatever the rate, as when others exceed the concurrency limit of the organization. */
export interface Storm {
  /** It begins when so many calls were let through. */
  afterCalls: number;
  refusals: number;
  retryAfterS: number;
}

export interface BudgetPlan {
  /** Calls let through in a window. */
  limit: number;
  /** The vendor's are a minute long. */
  windowMs: number;
  storms: readonly Storm[];
}

/** What became of the calls of one window. */
export interface WindowUse {
  accepted: number;
  /** For want of budget. */
  refused: number;
  /** When the first and the last call were let through. */
  from: number;
  to: number;
  endsAt: number;
  /** The client was not there for a part of it. */
  excused: boolean;
}

/** Answer to a call as far as budgets go. */
export interface Verdict {
  accepted: boolean;
  headers: Record<string, string>;
}

/** A window ends so long before the second that is told for it: that one is whole, and not before the end. */
const lateMs = 100;

/**
 * The rate limit of one endpoint: fixed windows, told with each answer by `X-Rate-Limit-*`, and storms.
 *
 * A call over the limit is told the reset alone; a storm tells `Retry-After`, and a limit of its own as the vendor does
 * for concurrent calls.
 *
 * @see https://developer.okta.com/docs/reference/rl-best-practices/
 */
export class OktaBudget {
  readonly windows: WindowUse[] = [];
  accepted = 0;
  /** Calls refused by storms. */
  stormed = 0;
  /** Of these, calls that did not wait as long as they were told. */
  impatient = 0;
  readonly #plan: BudgetPlan;
  readonly #now: () => number;
  readonly #left: number[];
  #calmAt = 0;
  /** Since when the client is away. */
  #awaySince: number | undefined;
  /** How long it was away in all. */
  awayMs = 0;

  /** @param now The vendor's clock. */
  constructor(plan: BudgetPlan, now: () => number) {
    this.#plan = plan;
    this.#now = now;
    this.#left = plan.storms.map(({ refusals }) => refusals);
  }

  /** Calls refused for want of budget. */
  get refused(): number {
    return this.windows.reduce((sum, { refused }) => sum + refused, 0);
  }

  take(): Verdict {
    const now = this.#now();
    const storm = this.#plan.storms.findIndex(
      ({ afterCalls }, index) => this.accepted >= afterCalls && (this.#left[index] ?? 0) > 0,
    );
    if (storm !== -1) return this.#refuseInStorm(storm, now);
    const { limit } = this.#plan;
    const window = this.#openWindow(now);
    this.#welcome(now);
    const accepted = window.accepted < limit;
    if (accepted) {
      if (window.accepted === 0) window.from = now;
      window.to = now;
      window.accepted += 1;
      this.accepted += 1;
    } else {
      window.refused += 1;
    }
    return { accepted, headers: tell(limit, limit - window.accepted, window.endsAt + lateMs) };
  }

  /** The client cannot call now: windows count again after the one in which it is back. */
  excuse(): void {
    const now = this.#now();
    this.#openWindow(now).excused = true;
    this.#awaySince = now;
  }

  /** Share of the allowed calls that were made, in the windows that ended before the last call; `undefined`: none did. */
  usedShare(): number | undefined {
    const bound = this.windows.slice(0, -1).filter(({ excused }) => !excused);
    if (bound.length === 0) return undefined;
    const accepted = bound.reduce((sum, window) => sum + window.accepted, 0);
    return accepted / (bound.length * this.#plan.limit);
  }

  /** Calls of each window, and from which second of it to which they came. */
  describe(): string {
    const { windowMs } = this.#plan;
    const toSecond = (at: number, endsAt: number): string => ((at - endsAt + windowMs) / 1000).toFixed(1);
    return this.windows
      .map(({ accepted, from, to, endsAt }) => `${accepted} (${toSecond(from, endsAt)}–${toSecond(to, endsAt)} s)`)
      .join(', ');
  }

  #refuseInStorm(index: number, now: number): Verdict {
    const { retryAfterS = 1 } = this.#plan.storms[index] ?? {};
    this.#left[index] = (this.#left[index] ?? 1) - 1;
    this.stormed += 1;
    if (now < this.#calmAt) this.impatient += 1;
    this.#calmAt = now + retryAfterS * 1000;
    return { accepted: false, headers: { ...tell(0, 0, this.#calmAt), 'retry-after': String(retryAfterS) } };
  }

  #welcome(now: number): void {
    if (this.#awaySince === undefined) return;
    this.awayMs += now - this.#awaySince;
    this.#awaySince = undefined;
  }

  /** The window at work; those that passed without a call are there, too. */
  #openWindow(now: number): WindowUse {
    const { windowMs } = this.#plan;
    const first = Math.floor(now / 1000) * 1000 - lateMs + windowMs;
    for (;;) {
      const last = this.windows.at(-1);
      if (last !== undefined && now < last.endsAt) return last;
      const endsAt = last === undefined ? first : last.endsAt + windowMs;
      this.windows.push({
        accepted: 0,
        refused: 0,
        from: endsAt,
        to: endsAt,
        endsAt,
        excused: this.#awaySince !== undefined,
      });
    }
  }
}

function tell(limit: number, remaining: number, resetMs: number): Record<string, string> {
  return {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': String(Math.ceil(resetMs / 1000)),
  };
}
