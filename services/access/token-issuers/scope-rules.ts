import { z } from 'zod';
import { scopeList } from '../scope-sets.ts';
import { type Scope, sortScopes } from '../../shared/scopes.ts';

const rulesMax = 100;

const scopeRule = z
  .strictObject({
    claim: z.string().min(1).max(255).meta({
      description: 'Name of a claim, or names with dots between them: `realm_access.roles`.',
    }),
    value: z.string().min(1).max(1024).meta({
      description: 'What the claim must be, or hold as a member of a list or as a word between spaces.',
    }),
    scopes: scopeList,
  })
  .meta({ id: 'ScopeRule' });

/** Which claim of a token grants which scopes. */
export const scopeRules = z.array(scopeRule).min(1).max(rulesMax);

export type ScopeRules = z.infer<typeof scopeRules>;

/** Every scope that a token can be granted. */
export function listGranted(rules: ScopeRules): Scope[] {
  return sortScopes(rules.flatMap(({ scopes }) => scopes));
}

/** The scopes of all rules that fit. */
export function grantScopes(rules: ScopeRules, claims: Readonly<Record<string, unknown>>): Set<string> {
  return new Set(rules.flatMap(({ claim, value, scopes }) => (holds(findClaim(claims, claim), value) ? scopes : [])));
}

/** A claim of just this name counts before a path, since names of claims may be URLs. Own members only. */
export function findClaim(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.entries(value).find(([member]) => member === name)?.[1];
  }, claims);
}

function holds(claim: unknown, value: string): boolean {
  if (typeof claim === 'string') return claim === value || claim.split(' ').includes(value);
  return Array.isArray(claim) && claim.includes(value);
}
