import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';

/**
 * What an API key may be allowed to do.
 *
 * `<resource>:write` includes `<resource>:read`; `*` includes everything.
 *
 * @see docs/access.md
 */
export const scopes = [
  'accounts:read',
  'accounts:write',
  'connections:read',
  'connections:write',
  'connections:test',
  'connections:use',
  'connectors:read',
  'connectors:write',
  'integrations:read',
  'integrations:write',
  'integrations:execute',
  'workflows:read',
  'workflows:write',
  'runs:read',
  'runs:write',
  'runs:approve',
  'records:read',
  'webhooks:read',
  'webhooks:write',
  'api_keys:read',
  'api_keys:write',
  'members:read',
  'members:write',
  'scim:write',
  'audit:read',
  'audit:write',
  '*',
] as const;

export type Scope = (typeof scopes)[number];

export function hasScope(granted: ReadonlySet<string>, required: Scope): boolean {
  if (granted.has(required) || granted.has('*')) return true;
  return required.endsWith(':read') && granted.has(required.replace(/:read$/, ':write'));
}

/**
 * Lets a verb go on only for a caller who holds the scope.
 *
 * @throws {HubError} `insufficient_scope`, naming the scope that lacks.
 */
export function requireScope(ctx: { scopes: ReadonlySet<string> }, required: Scope): void {
  if (!hasScope(ctx.scopes, required)) throw insufficientScope([required]);
}

/**
 * Prevents callers from changing credentials that may do more than they may.
 *
 * @param others Scopes of the credential, before and after the change.
 * @throws {HubError} `insufficient_scope`, naming the scopes that lack.
 */
export function requireScopesOf(ctx: { scopes: ReadonlySet<string> }, others: readonly Scope[]): void {
  const lacking = sortScopes(others).filter((scope) => !hasScope(ctx.scopes, scope));
  if (lacking.length > 0) throw insufficientScope(lacking);
}

/** Each scope once, in the order of the catalogue; other text is left out. */
export function sortScopes(some: Iterable<string>): Scope[] {
  const wanted = new Set(some);
  return scopes.filter((scope) => wanted.has(scope));
}

function insufficientScope(required: readonly Scope[]): HubError {
  const named = `${required.length === 1 ? 'the scope' : 'the scopes'} ${required.join(', ')}`;
  return new HubError('insufficient_scope', messages.scopeMissing({ scopes: named }), {
    details: { required_scopes: required },
  });
}
