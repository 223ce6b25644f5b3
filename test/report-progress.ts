import type { Reporter, TestModule, TestSpecification } from 'vitest/node';

/** A line at most so often. */
const everyMs = 15_000;

/** Says how far a run of the tests is, and about how long it has still to go. */
export class Progress implements Reporter {
  #files = 0;
  #done = 0;
  #beganAt = 0;
  #saidAt = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    this.#done = 0;
    this.#beganAt = Date.now();
    this.#saidAt = this.#beganAt;
  }

  onTestModuleEnd(_module: TestModule): void {
    this.#done += 1;
    const now = Date.now();
    if (now - this.#saidAt < everyMs || this.#done === this.#files) return;
    this.#saidAt = now;
    const spentMs = now - this.#beganAt;
    // Slow files begin first, so this is rather too long at the beginning.
    const leftMs = (spentMs / this.#done) * (this.#files - this.#done);
    process.stderr.write(
      ` ${this.#done} of ${this.#files} files in ${describeTime(spentMs)}, about ${describeTime(leftMs)} to go\n`,
    );
  }
}

function describeTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
