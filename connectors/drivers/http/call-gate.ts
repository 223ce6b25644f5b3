/**
 * Keeps the calls under way within what the vendor says is left of its budget.
 *
 * What an answer tells is from before the calls that are still on their way: those may be counted in it or not. So no
 * further call begins while as many are under way as are left; their answers tell more. Where none is under way, the
 * limiter alone decides.
 */
export class CallGate {
  /** Counts what happens here, to tell which of two came first. */
  #moment = 0;
  #underWay = 0;
  #budget: { left: number; at: number } | undefined;
  #waiting: (() => void)[] = [];

  /**
   * Waits for a place.
   *
   * @returns what to leave with.
   * @throws the reason of `signal`.
   */
  async enter(signal: AbortSignal): Promise<number> {
    while (this.#budget !== undefined && this.#underWay > 0 && this.#underWay >= this.#budget.left) {
      await this.#nextAnswer(signal);
    }
    this.#underWay += 1;
    this.#moment += 1;
    return this.#moment;
  }

  /**
   * Gives the place back.
   *
   * @param answer To the call, and how many are left by it where it tells; absent: there was none.
   * @returns whether what it tells holds: an answer that crossed another may be outdated.
   */
  leave(entered: number, answer?: { left: number | undefined }): boolean {
    this.#underWay -= 1;
    const holds = answer !== undefined && this.#learn(entered, answer.left);
    for (const wake of this.#waiting.splice(0)) wake();
    return holds;
  }

  /** Of calls that were under way together, nobody knows which was counted first: the smaller number holds. */
  #learn(entered: number, left: number | undefined): boolean {
    const budget = this.#budget;
    if (budget !== undefined && left !== undefined && entered < budget.at && left > budget.left) return false;
    this.#moment += 1;
    this.#budget = left === undefined ? undefined : { left, at: this.#moment };
    return true;
  }

  #nextAnswer(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'));
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(() => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      });
    });
  }
}
