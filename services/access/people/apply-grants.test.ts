import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roles } from '../../../core/enums.ts';
import type { Caller } from '../../shared/context.ts';
import { hasScope, scopes } from '../../shared/scopes.ts';
import { applyGrants } from './apply-grants.ts';
import type { RoleGrant } from './role-grants.ts';
import { accountRoles, organizationScopes, roleScopes } from './roles.data.ts';

const person = (...grants: RoleGrant[]): Caller => ({
  orgId: 'o',
  kind: 'session',
  actor: 'usr_x',
  scopes: new Set(),
  requireIfMatch: false,
  session: { id: 's', grants, elevatedAt: 0, bySso: false },
});
const everywhere = (role: RoleGrant['role']): RoleGrant => ({ role, account_id: null });
const forAccount = (role: RoleGrant['role'], account: string): RoleGrant => ({ role, account_id: account });

const grant = fc.oneof(
  fc.constantFrom(...roles).map(everywhere),
  fc.tuple(fc.constantFrom(...accountRoles), fc.constantFrom('a', 'b', 'c')).map(([role, id]) => forAccount(role, id)),
);

describe('services/access/people/apply-grants', () => {
  it('limits a person to the accounts where a role allows what is asked', () => {
    const viewerWhoBuilds = person(everywhere('viewer'), forAccount('builder', 'a'), forAccount('operator', 'b'));

    expect(applyGrants(viewerWhoBuilds, { scope: 'integrations:read' }).accounts).toBeUndefined();
    expect(applyGrants(viewerWhoBuilds, { scope: 'integrations:write' }).accounts).toEqual(['a']);
    expect(applyGrants(viewerWhoBuilds, { scope: 'integrations:execute' }).accounts).toEqual(['a', 'b']);
  });

  it('keeps of the scopes those that hold on every account reached', () => {
    const mixed = person(forAccount('builder', 'a'), forAccount('operator', 'b'));

    const { scopes: kept } = applyGrants(mixed, { scope: 'runs:write' });

    expect(hasScope(kept, 'integrations:execute')).toBe(true);
    expect(hasScope(kept, 'integrations:write')).toBe(false);
  });

  it('gives a role for an account nothing that is about the organization', () => {
    const builder = person(forAccount('builder', 'a'));

    for (const scope of organizationScopes) {
      const { scopes: kept, accounts } = applyGrants(builder, { scope });
      expect([hasScope(kept, scope), accounts]).toEqual([false, undefined]);
    }
    const whole = applyGrants(builder, { scope: 'integrations:write', reach: 'organization' });
    expect([hasScope(whole.scopes, 'integrations:write'), whole.accounts]).toEqual([false, undefined]);
  });

  it('never gives a scope where no role has it, nor an account that no role names', () => {
    fc.assert(
      fc.property(fc.array(grant, { maxLength: 5 }), fc.constantFrom(...scopes), (grants, asked) => {
        const { scopes: kept, accounts = [null] } = applyGrants(person(...grants), { scope: asked });
        for (const account of accounts) {
          const held = grants.filter(({ account_id: id }) => id === null || id === account);
          const own = new Set<string>(held.flatMap(({ role }) => roleScopes[role]));
          for (const scope of scopes) if (kept.has(scope)) expect(hasScope(own, scope)).toBe(true);
        }
      }),
    );
  });

  it('leaves programs as they are', () => {
    const { session: _, ...program } = person();

    expect(applyGrants(program, { scope: 'runs:read' })).toBe(program);
  });
});
