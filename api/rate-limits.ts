import { hash } from 'node:crypto';
import { HubError } from '../core/errors.ts';
import { messages } from '../core/messages.ts';
import type { Caller } from '../services/shared/context.ts';
import type { RequestLimiter, Standing } from '../services/limits/request-limiter.ts';
import { toNetwork } from '../services/shared/networks.ts';
import type { Headers } from './answers/respond.ts';

/** Requests a minute and at once; by configuration. */
export interface RateLimits {
  key: Rate;
  organization: Rate;
  /** Requests without a valid credential, for each address; of IPv6, for each network of 64 bits. */
  address: Rate;
  /** Attempts to sign in as one person from one address. */
  signIn: Rate;
}

/** Who guesses a password of twelve characters at this rate does not find it; who mistypes theirs is not locked out. */
export const signInRate: Rate = { perMinute: 5, burst: 5 };

export interface Rate {
  perMinute: number;
  burst: number;
}

const windowSeconds = 60;

/** Each full multiple of this many bytes of a body counts as one more request. */
export const bytesPerRequest = 64 * 1024;

/**
 * Counts a request of a caller against its key and its organization.
 *
 * @returns headers that say where the key stands.
 * @throws {HubError} `rate_limited`, with the same headers.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/
 */
export async function countRequest(limiter: RequestLimiter, limits: RateLimits, caller: Caller): Promise<Headers> {
  const rate = toOrganizationRate(limits, caller);
  const [key, organization] = await Promise.all([
    limiter.take({ bucket: `key:${caller.actor}`, ...limits.key }),
    limiter.take({ bucket: `org:${caller.orgId}`, ...rate }),
  ]);
  // The limit with less left applies.
  if (!organization.allowed || (key.allowed && organization.remaining < key.remaining)) {
    return heed('organization', organization, rate);
  }
  return heed('key', key, limits.key);
}

/** What the operator allows an organization; what is configured where nothing else was said. */
export function toOrganizationRate(
  { organization }: Pick<RateLimits, 'organization'>,
  { requestsPerMinute, requestsBurst }: Pick<Caller, 'requestsPerMinute' | 'requestsBurst'>,
): Rate {
  return { perMinute: requestsPerMinute ?? organization.perMinute, burst: requestsBurst ?? organization.burst };
}

/** Counts a request of the operator, as one of a key. @throws {HubError} `rate_limited` */
export async function countOperator(limiter: RequestLimiter, limits: RateLimits): Promise<Headers> {
  return heed('key', await limiter.take({ bucket: 'operator', ...limits.key }), limits.key);
}

/**
 * Counts the bytes of a body against the caller's limits, before they are parsed: a large one costs as much as many
 * requests.
 *
 * @throws {HubError} `rate_limited`
 */
export async function countBytes(
  limiter: RequestLimiter,
  limits: RateLimits,
  caller: Caller,
  bytes: number,
): Promise<void> {
  for (let counted = bytesPerRequest; counted <= bytes; counted += bytesPerRequest) {
    await countRequest(limiter, limits, caller);
  }
}

/** Counts what a system sends that has no key, for an organization. @throws {HubError} `rate_limited` */
export async function countAnswer(limiter: RequestLimiter, limits: RateLimits, orgId: string): Promise<Headers> {
  return heed(
    'organization',
    await limiter.take({ bucket: `org:${orgId}`, ...limits.organization }),
    limits.organization,
  );
}

/** Counts a request that showed no valid credential. @throws {HubError} `rate_limited` */
export async function countStranger(limiter: RequestLimiter, limits: RateLimits, address: string): Promise<void> {
  heed('address', await limiter.take({ bucket: `ip:${toSubscriber(address)}`, ...limits.address }), limits.address);
}

/**
 * Counts an attempt to sign in.
 *
 * @param attempt.person Who is named: nothing that is a secret.
 * @param attempt.address Absent: the attempts of a person count together, wherever they come from.
 * @throws {HubError} `rate_limited`
 */
export async function countSignIn(
  limiter: RequestLimiter,
  limits: RateLimits,
  { person, address = '' }: { person: string; address?: string | undefined },
): Promise<void> {
  // A digest, so that the table of buckets holds no addresses of people.
  const bucket = `signin:${hash('sha256', `${person}|${toSubscriber(address)}`, 'base64url')}`;
  heed('sign_in', await limiter.take({ bucket, ...limits.signIn }), limits.signIn);
}

/**
 * Whom addresses are counted for: one subscriber has a whole network of IPv6 addresses, and could be another with each request.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7421#section-1
 */
function toSubscriber(address: string): string {
  return address.includes(':') ? (toNetwork(`${address}/64`) ?? address) : address;
}

function heed(name: string, { allowed, remaining, resetSeconds }: Standing, { perMinute }: Rate): Headers {
  const headers = {
    'ratelimit-policy': `"${name}";q=${perMinute};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(perMinute),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
  if (allowed) return headers;
  throw new RateLimited(name, resetSeconds, headers);
}

/** Carries the headers that a refused request is answered with. */
export class RateLimited extends HubError {
  readonly headers: Headers;

  constructor(limit: string, retryAfterSeconds: number, headers: Headers) {
    super('rate_limited', messages.rateLimited, {
      details: { limit },
      retryAfterSeconds,
    });
    this.headers = headers;
  }
}
