import { setTimeout as sleep } from 'node:timers/promises';

/** Lets people work, each in rounds of their own, and can be closed until nobody is within a round. */
export class Gate {
  #inside = 0;
  #opened = Promise.resolve();
  #open: () => void = () => undefined;

  async pass(round: () => Promise<void>): Promise<void> {
    await this.#opened;
    this.#inside += 1;
    try {
      await round();
    } finally {
      this.#inside -= 1;
    }
  }

  /** Lets nobody in any more, and waits until the last one has left. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#opened = promise;
    this.#open = resolve;
    while (this.#inside > 0) await sleep(pollMs);
  }

  open(): void {
    this.#open();
  }
}

const pollMs = 50;
