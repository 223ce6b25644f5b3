import { z } from 'zod';
import { type Role, roles } from '../../../core/enums.ts';
import { messages } from '../../../core/messages.ts';
import type { RoleGrant } from '../people/role-grants.ts';

const rulesMax = 100;

/** Nobody becomes an owner by what a provider says: owners are made by owners. */
export const ssoRole = z.enum(roles).refine((role) => role !== 'owner', messages.ssoRoleOwner);

const roleRule = z
  .strictObject({
    group: z.string().min(1).max(1024).meta({ description: 'Name of a group, as the provider writes it.' }),
    role: ssoRole.meta({ description: 'What its members become.' }),
  })
  .meta({ id: 'RoleRule' });

/** Which group of the provider gives which role. */
export const roleRules = z.array(roleRule).max(rulesMax).meta({
  description: 'Where there are any, they decide the roles of a person at every sign-in; owners keep theirs.',
});

/**
 * The roles of somebody who signs in.
 *
 * @returns `undefined` where the connection decides nothing: members keep what they have.
 */
export function judgeRoles(
  { rules, defaultRole }: { rules: z.infer<typeof roleRules>; defaultRole: Role | null },
  groups: readonly string[],
): RoleGrant[] | undefined {
  if (rules.length === 0) return undefined;
  const named = new Set(rules.filter(({ group }) => groups.includes(group)).map(({ role }) => role));
  const given = named.size > 0 ? [...named] : defaultRole === null ? [] : [defaultRole];
  return given.map((role) => ({ role, account_id: null }));
}
