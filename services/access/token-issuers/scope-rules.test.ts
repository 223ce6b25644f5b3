import { describe, expect, it } from 'vitest';
import { grantScopes } from './scope-rules.ts';

function grants(claim: string, value: string, claims: Record<string, unknown>): boolean {
  return grantScopes([{ claim, value, scopes: ['runs:read'] }], claims).has('runs:read');
}

describe('services/access/token-issuers/scope-rules', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['role', 'admin', { role: 'admin' }],
    ['role', 'site admin', { role: 'site admin' }],
    ['scope', 'b', { scope: 'a b c' }],
    ['groups', 'b', { groups: ['a', 'b'] }],
    ['realm_access.roles', 'b', { realm_access: { roles: ['b'] } }],
    ['https://a.example/roles', 'b', { 'https://a.example/roles': ['b'] }],
  ])('finds in %s the value %s', (claim, value, claims) => {
    expect(grants(claim, value, claims)).toBe(true);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['role', 'admin', { role: 'administrator' }],
    ['role', 'admin', { role: ['administrator'] }],
    ['role', 'admin', { role: { admin: true } }],
    ['role', 'admin', {}],
    ['role', '1', { role: 1 }],
    ['a.0', 'b', { a: ['b'] }],
    ['a.length', '1', { a: '1' }],
    ['constructor.name', 'Object', {}],
    ['__proto__', 'b', {}],
  ])('does not find in %s the value %s', (claim, value, claims) => {
    expect(grants(claim, value, claims)).toBe(false);
  });

  it('adds up the scopes of all rules that fit', () => {
    const rules = [
      { claim: 'g', value: 'a', scopes: ['runs:read' as const] },
      { claim: 'g', value: 'b', scopes: ['runs:read' as const, 'audit:read' as const] },
      { claim: 'g', value: 'c', scopes: ['*' as const] },
    ];

    expect([...grantScopes(rules, { g: ['a', 'b'] })]).toEqual(['runs:read', 'audit:read']);
  });
});
