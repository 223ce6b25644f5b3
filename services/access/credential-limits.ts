import { HubError, type FieldError } from '../../core/errors.ts';
import type { Caller } from '../shared/context.ts';
import { createNetworkList } from '../shared/networks.ts';
import { messages } from '../../core/messages.ts';

/** Until when a credential works, and from where. `null`: no limit. */
export interface CredentialLimits {
  expires_at: string | null;
  allowed_cidrs: readonly string[] | null;
}

/**
 * Refuses a key that would outlive its maker's or work from other networks, and any change that widens one to that.
 *
 * Only API keys have limits of their own. An access token is short-lived proof of a client or subject that has none.
 *
 * @param limits What the key will have.
 * @throws {HubError} `forbidden`, naming the members and what they may be.
 */
export function requireWithinLimits(ctx: Caller, limits: CredentialLimits): void {
  const errors = [checkEnd(ctx, limits), checkNetworks(ctx, limits)].filter((error) => error !== undefined);
  if (errors.length === 0) return;
  throw new HubError('forbidden', messages.keyExceedsCaller, {
    details: { errors },
  });
}

/**
 * Lets a limited key admit no client or issuer, which would go on without its limits.
 *
 * @throws {HubError} `forbidden`
 */
export function requireNoLimits(ctx: Caller): void {
  if (ctx.kind !== 'api_key' || (ctx.expiresAt === undefined && ctx.networks === undefined)) return;
  throw new HubError('forbidden', messages.keyOutlivesCaller);
}

function checkEnd(ctx: Caller, { expires_at: end }: CredentialLimits): FieldError | undefined {
  if (ctx.kind !== 'api_key' || ctx.expiresAt === undefined) return undefined;
  if (end !== null && Date.parse(end) <= ctx.expiresAt) return undefined;
  const latest = new Date(ctx.expiresAt).toISOString();
  return {
    path: 'expires_at',
    code: 'beyond_caller',
    message: messages.expiresAfterCaller({ latest }),
  };
}

function checkNetworks({ kind, networks }: Caller, { allowed_cidrs: asked }: CredentialLimits): FieldError | undefined {
  if (kind !== 'api_key' || networks === undefined || asked?.every((network) => networks.holds(network))) {
    return undefined;
  }
  return {
    path: 'allowed_cidrs',
    code: 'beyond_caller',
    message: messages.networkOutsideCaller,
  };
}

/** True when a key with the later limits may do anything that it could not with the former ones. */
export function isWider(before: CredentialLimits, after: CredentialLimits): boolean {
  return outlives(after.expires_at, before.expires_at) || reachesFurther(after.allowed_cidrs, before.allowed_cidrs);
}

/** True when a credential that ends at `end` outlives `other`. */
export function outlives(end: string | null, other: string | null): boolean {
  return other !== null && (end === null || Date.parse(end) > Date.parse(other));
}

function reachesFurther(after: readonly string[] | null, before: readonly string[] | null): boolean {
  if (before === null) return false;
  return after === null || !after.every(createNetworkList(before).holds);
}
