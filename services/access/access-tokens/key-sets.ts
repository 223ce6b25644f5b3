import { createRemoteJWKSet, type CryptoKey, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import type { GuardedFetch } from '../../../connectors/drivers/http/guarded-fetch.ts';
import type { EgressPolicy } from '../../../connectors/drivers/shared/session.ts';
import type { Clock } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { createLazyFetch } from '../../shared/lazy-fetch.ts';

/** Finds the keys that external issuers publish. */
export interface KeySets {
  /** The keys at an address. The same set is used again while it is remembered. */
  open(issuerId: string, jwksUri: string): JWTVerifyGetKey<CryptoKey>;
}

const setsMax = 1000;
const keySetBytesMax = 256 * 1024;
const timeoutMs = 5000;
/** Keys are read again when they are older: that is how long a withdrawn key may go on. */
const readAgainMs = 600_000;
/** A token that names an unknown key makes us read them again, but not more often than this. */
const cooldownMs = 30_000;
/** An issuer that did not respond is not called again for this long, whatever tokens arrive. */
const failedCooldownMs = 10_000;
const retryAfterSeconds = failedCooldownMs / 1000;

/** Makes a memory of key sets; every request for one passes the egress guard. */
export function createKeySets({ egress, clock }: { egress: EgressPolicy; clock: Clock }): KeySets {
  const fetchGuarded = createLazyFetch(egress, keySetBytesMax);
  const sets = new Map<string, JWTVerifyGetKey<CryptoKey>>();
  return {
    open: (issuerId, jwksUri) => {
      const name = `${issuerId} ${jwksUri}`;
      const set = sets.get(name) ?? openKeySet(jwksUri, pauseAfterFailure(fetchGuarded, clock));
      if (sets.size >= setsMax) sets.clear();
      sets.set(name, set);
      return set;
    },
  };
}

function openKeySet(jwksUri: string, fetchKeys: GuardedFetch): JWTVerifyGetKey<CryptoKey> {
  const keys = createRemoteJWKSet(new URL(jwksUri), {
    timeoutDuration: timeoutMs,
    cooldownDuration: cooldownMs,
    cacheMaxAge: readAgainMs,
    [customFetch]: fetchKeys,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (refusals.some((refusal) => error instanceof refusal)) throw error;
      throw new HubError('service_unavailable', messages.issuerKeysUnavailable, {
        cause: error,
        retryAfterSeconds,
      });
    }
  };
}

/** What is wrong with the token; anything else that goes wrong is wrong with the keys, or with the way to them. */
const refusals = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported] as const;

function pauseAfterFailure(fetchKeys: GuardedFetch, clock: Clock): GuardedFetch {
  let failure: { error: unknown; until: number } | undefined;
  return async (url, options) => {
    if (failure !== undefined && failure.until > clock.monotonic()) throw failure.error;
    try {
      const response = await fetchKeys(url, options);
      failure = undefined;
      return response;
    } catch (error) {
      failure = { error, until: clock.monotonic() + failedCooldownMs };
      throw error;
    }
  };
}
