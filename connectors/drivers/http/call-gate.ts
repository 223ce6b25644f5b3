/**
 * Limits concurrent calls to what the vendor reports as left of its budget.
 *
 * A response may or may not count the calls that are still in progress. So no further call starts while as many are in
 * progress as are left; their responses show more. When none is in progress, the limiter alone decides.
 */
export class CallGate {
  /** Counts events, to determine their order. */
  #moment = 0;
  #underWay = 0;
  #budget: { left: number; at: number } | undefined;
  #waiting: (() => void)[] = [];

  /**
   * Waits for a permit.
   *
   * @returns the moment of entry, which `leave` takes.
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
   * Releases the permit.
   *
   * @param answer The response, with the calls that it reports as left. Absent without a response.
   * @returns whether the reported number is valid: a response that was overtaken by another may be outdated.
   */
  leave(entered: number, answer?: { left: number | undefined }): boolean {
    this.#underWay -= 1;
    const holds = answer !== undefined && this.#learn(entered, answer.left);
    for (const wake of this.#waiting.splice(0)) wake();
    return holds;
  }

  /** Which of two concurrent calls the vendor counted first is unknown, so the smaller number applies. */
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
