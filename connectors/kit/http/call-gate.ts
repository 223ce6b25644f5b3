/**
 * Keeps the calls under way within what the vendor says is left of its budget.
 *
 * What an answer tells is from before the calls that are still on their way: those may be counted in it or not. So no
 * further call begins while as many are under way as are left; their answers tell more. Where none is under way, the
 * limiter alone decides.
 */
export class CallGate {
  #underWay = 0;
  #left: number | undefined;
  #waiting: (() => void)[] = [];

  /** Waits for a place. @throws the reason of `signal`. */
  async enter(signal: AbortSignal): Promise<void> {
    while (this.#left !== undefined && this.#underWay > 0 && this.#underWay >= this.#left) {
      await this.#nextAnswer(signal);
    }
    this.#underWay += 1;
  }

  /** @param answer To the call that entered, and the calls left by it where it tells; absent: there was none. */
  leave(answer?: { left: number | undefined }): void {
    this.#underWay -= 1;
    if (answer !== undefined) this.#left = answer.left;
    for (const wake of this.#waiting.splice(0)) wake();
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
