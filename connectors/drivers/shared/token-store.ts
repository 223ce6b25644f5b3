import type { JsonObject } from '../../../core/json.ts';
import { FaultError } from '../../kit/fault.ts';

/** Values obtained for a connection: tokens, cookies, keys of a role. All of them are secret. */
export interface Tokens {
  values: JsonObject;
  /**
   * When to get new ones, a little before these end, in milliseconds since the epoch. Absent: when they are refused.
   */
  renewAt: number | undefined;
}

export interface StoredTokens extends Tokens {
  /** Increases with every renewal. */
  generation: number;
}

/** How long before their expiry tokens are renewed; for short-lived ones, a tenth of their lifetime. */
const marginMs = 60_000;

/** When to renew tokens with a given lifetime. */
export function toRenewAt(lifetimeS: number | undefined, nowMs: number): number | undefined {
  if (lifetimeS === undefined) return undefined;
  const lifetimeMs = lifetimeS * 1000;
  return nowMs + lifetimeMs - Math.min(marginMs, lifetimeMs / 10);
}

/** The system issues no tokens for these credentials. */
export interface TokenRefusal {
  /** For users. Contains nothing of the request. */
  message: string;
  /** The grant has expired, and a person must grant it again. Otherwise the credentials are wrong. */
  expired: boolean;
}

export type Obtained = { outcome: 'obtained'; tokens: Tokens } | { outcome: 'refused'; refusal: TokenRefusal };

/**
 * Requests tokens from the system, given the previous ones.
 *
 * @throws {FaultError} for failures that a later attempt may not have.
 */
export type ObtainTokens = (before: StoredTokens | undefined) => Promise<Obtained>;

/** Stores a connection's tokens, for every process that uses the connection, or for one session. */
export interface TokenStore {
  /** Tokens outlive the session, because other sessions use them too. */
  readonly isShared: boolean;
  read(): Promise<StoredTokens | undefined>;
  /**
   * Returns a generation newer than `stale`: an existing one, or one from `obtain`. Of all callers in all
   * processes, only one obtains tokens, which are stored before they are used.
   *
   * @param stale The generation that has expired or was refused; absent when there was none.
   * @throws {FaultError} `auth_invalid` where the system refused; what `obtain` throws.
   */
  renew(stale: number | undefined, obtain: ObtainTokens): Promise<StoredTokens>;
}

/** Keeps tokens in memory, for sessions of connections that are not stored. */
export function createLocalTokenStore(): TokenStore {
  let held: StoredTokens | undefined;
  let renewing: Promise<StoredTokens> | undefined;
  const renewOnce = async (obtain: ObtainTokens): Promise<StoredTokens> => {
    const obtained = await obtain(held);
    if (obtained.outcome === 'refused') throw toRefusedError(obtained.refusal);
    held = { ...obtained.tokens, generation: (held?.generation ?? 0) + 1 };
    return held;
  };
  return {
    isShared: false,
    read: () => Promise.resolve(held),
    renew: (stale, obtain) => {
      if (held !== undefined && held.generation !== stale) return Promise.resolve(held);
      renewing ??= renewOnce(obtain).finally(() => (renewing = undefined));
      return renewing;
    },
  };
}

export function toRefusedError({ message }: TokenRefusal): FaultError {
  return new FaultError({ kind: 'auth_invalid', message });
}
