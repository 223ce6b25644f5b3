import { z } from 'zod';
import { hasScope, type Scope, scopes } from '../shared/scopes.ts';
import { messages } from '../../core/messages.ts';

const known: ReadonlySet<string> = new Set(scopes);

export function isScope(text: string): text is Scope {
  return known.has(text);
}

/** Scopes as a resource lists them. */
export const scopeList = z
  .array(z.enum(scopes))
  .min(1)
  .max(scopes.length)
  .refine((list) => new Set(list).size === list.length, messages.itemRepeated);

/** What two sets both allow: `{accounts:write}` and `{accounts:read, runs:read}` give `{accounts:read}`. */
export function intersectScopes(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  const allowedBy = (granted: ReadonlySet<string>, asked: ReadonlySet<string>): string[] =>
    [...asked].filter((scope) => isScope(scope) && hasScope(granted, scope));
  return new Set([...allowedBy(b, a), ...allowedBy(a, b)]);
}
