import type { JsonObject } from '../../../core/json.ts';
import { FaultError } from '../../kit/fault.ts';

/** What was obtained for a connection: tokens, cookies, keys of a role. All of it is secret. */
export interface Tokens {
  values: JsonObject;
  /** When to get new ones, a little before these end, in milliseconds since the epoch. Absent: when they are refused. */
  renewAt: number | undefined;
}

export interface StoredTokens extends Tokens {
  /** Goes up with every renewal. */
  generation: number;
}

/** Tokens are renewed so long before they end, or by a tenth of a shorter life. */
const marginMs = 60_000;

/** When tokens that live so long are to be renewed. */
export function toRenewAt(lifetimeS: number | undefined, nowMs: number): number | undefined {
  if (lifetimeS === undefined) return undefined;
  const lifetimeMs = lifetimeS * 1000;
  return nowMs + lifetimeMs - Math.min(marginMs, lifetimeMs / 10);
}

/** The system will give no tokens to these credentials. */
export interface TokenRefusal {
  /** For people. Holds nothing of the request. */
  message: string;
  /** What was granted has ended, and a person must grant it again; otherwise the credentials are wrong. */
  expired: boolean;
}

export type Obtained = { outcome: 'obtained'; tokens: Tokens } | { outcome: 'refused'; refusal: TokenRefusal };

/**
 * Asks the system for tokens, given those before.
 *
 * @throws {FaultError} for anything that a later attempt may overcome.
 */
export type ObtainTokens = (before: StoredTokens | undefined) => Promise<Obtained>;

/** Where a connection's tokens live. Shared by every process that uses the connection, or by one session alone. */
export interface TokenStore {
  /** Tokens outlive the session: others use them, too. */
  readonly isShared: boolean;
  read(): Promise<StoredTokens | undefined>;
  /**
   * Gives a generation newer than `stale`: one that is there already, or one that `obtain` gets. Of all callers in all
   * processes, one obtains; what it got is stored before anybody uses it.
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
