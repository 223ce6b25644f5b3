import { z } from 'zod';
import { type Role, roles } from '../../../core/enums.ts';
import { invalidRequest } from '../../../core/errors.ts';
import { toId, toUuid } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import { type Scope, sortScopes } from '../../shared/scopes.ts';
import { idOf } from '../../shared/schemas.ts';
import { accountRoles, roleScopes } from './roles.data.ts';

/** A role in the whole organization, or for one account. */
export interface RoleGrant {
  readonly role: Role;
  /** UUID; `null`: the whole organization. */
  readonly account_id: string | null;
}

/** As the database holds them, in the function that finds a session and in invitations. */
export const storedGrants = z.array(z.object({ role: z.enum(roles), account_id: z.uuid().nullable() }));

const grantsMax = 100;

const roleGrant = z.strictObject({
  role: z.enum(roles).meta({ description: 'The role.' }),
  account_id: idOf('account').optional().meta({ description: 'Account that the role is limited to. Default: all.' }),
});

/** The roles of a member, as callers send them. */
export const grantList = z
  .array(roleGrant)
  .min(1)
  .max(grantsMax)
  .meta({ description: 'What the person may do: the sum of these roles.' });

/** The same, as answers show them. */
export const grantRecords = z
  .array(z.object({ role: z.enum(roles).meta({ description: 'The role.' }), account_id: idOf('account').optional() }))
  .meta({ description: 'What the person may do: the sum of these roles.' });

/**
 * Reads the roles that a caller sent, each once.
 *
 * @throws {HubError} `invalid_request` for a role that is about the whole organization, with an account.
 */
export function readGrants(sent: z.output<typeof grantList>): RoleGrant[] {
  const errors = sent.flatMap(({ role, account_id: accountId }, index) =>
    accountId === undefined || accountRoles.includes(role)
      ? []
      : [{ path: `roles[${index}].account_id`, code: 'role_of_organization', message: messages.roleOfOrganization }],
  );
  if (errors.length > 0) throw invalidRequest(messages.bodyInvalid, errors);
  const grants = sent.map(({ role, account_id: accountId }, index) => ({
    role,
    account_id: accountId === undefined ? null : (toUuid('account', accountId) ?? unknownAccount(index)),
  }));
  return [...new Map(grants.map((grant) => [`${grant.role} ${grant.account_id}`, grant])).values()];
}

/** @throws {HubError} `invalid_request` */
export function unknownAccount(index: number): never {
  throw invalidRequest(messages.accountUnknown, [
    { path: `roles[${index}].account_id`, code: 'unknown_account', message: messages.accountIdUnknown },
  ]);
}

export function toGrantRecords(grants: readonly RoleGrant[]): z.infer<typeof grantRecords> {
  const sorted = roles.flatMap((role) => grants.filter((grant) => grant.role === role));
  return sorted.map(({ role, account_id: accountId }) => ({
    role,
    ...(accountId === null ? {} : { account_id: toId('account', accountId) }),
  }));
}

/** Every scope that some of the roles have, wherever they have it. */
export function listScopesOf(grants: readonly RoleGrant[]): Scope[] {
  return sortScopes(grants.flatMap(({ role }) => roleScopes[role]));
}
