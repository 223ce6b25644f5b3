import type { Clock } from '../../../../core/clock.ts';
import type { Recover } from './authenticator.ts';
import type { ObtainTokens, StoredTokens, TokenStore } from '../../shared/token-store.ts';

/**
 * Minimum interval before tokens that were refused right after a renewal are replaced again: the refusal has another
 * reason.
 */
const refreshPauseMs = 60_000;

/** Hands out a connection's tokens, and has them renewed when they end or are refused. */
export class TokenKeeper {
  readonly #store: TokenStore;
  readonly #obtain: ObtainTokens;
  readonly #clock: Clock;
  #held: StoredTokens | undefined;
  #renewing: Promise<StoredTokens> | undefined;
  #replacement: { generation: number; at: number } | undefined;

  constructor(store: TokenStore, obtain: ObtainTokens, clock: Clock) {
    this.#store = store;
    this.#obtain = obtain;
    this.#clock = clock;
  }

  /** The current tokens, for redacting them from texts and for logging out. */
  get held(): StoredTokens | undefined {
    return this.#held;
  }

  /** @throws {FaultError} as `TokenStore.renew`; the reason of `signal`. */
  async get(signal: AbortSignal): Promise<StoredTokens> {
    const held = this.#held;
    return held !== undefined && this.#isFresh(held) ? held : abortable(this.#renew(held?.generation), signal);
  }

  /** What to do when a request with these tokens is refused. */
  toRecover({ generation }: StoredTokens, renewOn: readonly number[]): Recover {
    return async ({ status }, signal) => {
      const known = this.#replacement?.generation === generation ? this.#replacement : undefined;
      if (!renewOn.includes(status)) {
        if (known !== undefined) this.#replacement = undefined;
        return false;
      }
      const now = this.#clock.monotonic();
      if (known !== undefined && now - known.at < refreshPauseMs) return false;
      const renewed = await abortable(this.#renew(generation), signal);
      // Several requests may have been refused together: they share the one replacement.
      if (this.#replacement?.generation !== renewed.generation) {
        this.#replacement = { generation: renewed.generation, at: now };
      }
      return true;
    };
  }

  #isFresh({ renewAt }: StoredTokens): boolean {
    return renewAt === undefined || this.#clock.now() < renewAt;
  }

  #renew(stale: number | undefined): Promise<StoredTokens> {
    if (this.#held !== undefined && this.#held.generation !== stale) return Promise.resolve(this.#held);
    this.#renewing ??= this.#find(stale).finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #find(stale: number | undefined): Promise<StoredTokens> {
    const stored = stale === undefined ? await this.#store.read() : undefined;
    const isUsable = stored !== undefined && this.#isFresh(stored);
    this.#held = isUsable ? stored : await this.#store.renew(stored?.generation ?? stale, this.#obtain);
    return this.#held;
  }
}

/** Ends one caller's wait without canceling the renewal, which other callers share. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'));
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
