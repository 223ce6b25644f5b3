/** What must hold in every world. @see docs/architecture.md#why-no-effect-is-doubled */
export const invariants = {
  lost: 'a record that the run read is in the target as it was read, or is a dead letter',
  doubled: 'an effect changes the target once, and a source key is created once per target',
  fenced: 'an effect changes the target only while the lease it was written under is held',
  margin: 'a write starts only while the rest of the lease is longer than its timeout',
  effect_id: 'an effect id names one body for ever',
  counters: 'counters equal what the target itself counts, through every crash',
  dead_letters: 'a failing record is a dead letter once per run, and only a failing one is',
  watermark: 'the watermark never passes a change that is not processed',
  cursor: 'the cursor never passes a record that is not settled, and does not wait for the end of the reading',
  unchanged: 'a run over unchanged data writes nothing',
  drained: 'what the target answered is checkpointed before a segment returns',
  cancel: 'a canceled run stops reading at once and ends in bounded time',
  memory: 'at most two pages are held, and the second only within the byte limit',
  waits: 'no wait inside a segment is longer than its limit',
  time_box: 'a segment returns after the page at hand when its time box is over or its worker goes down',
  ended: 'a segment does nothing after it returned',
  liveness: 'every run ends once the faults stop',
  after_end: 'nothing of a run moves after its end was told: no effect, no counter, no dead letter',
  replay: 'a workflow that is replayed by another worker decides as it did before',
  contract: 'ports are called as their docstrings say',
} as const;

export type Invariant = keyof typeof invariants;

export interface Violation {
  invariant: Invariant;
  message: string;
  atMs: number;
}

/**
 * The first thing that went wrong.
 *
 * Checks report here and never throw: they run inside calls of the code under test, which could swallow an error.
 */
export class Verdict {
  violation: Violation | undefined;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  fail(invariant: Invariant, message: string): void {
    this.violation ??= { invariant, message, atMs: this.#now() };
  }
}

/** What happened, line by line; collected only when somebody will read it. */
export class Trace {
  readonly lines: string[] = [];
  readonly #enabled: boolean;
  readonly #now: () => number;

  constructor(enabled: boolean, now: () => number) {
    this.#enabled = enabled;
    this.#now = now;
  }

  say(who: string, what: () => string): void {
    if (this.#enabled) this.lines.push(`${(this.#now() / 1000).toFixed(3).padStart(10)}s  ${who.padEnd(8)} ${what()}`);
  }
}
