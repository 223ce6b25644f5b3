import type { Role } from '../../../core/enums.ts';
import type { Scope } from '../../shared/scopes.ts';

const viewer = [
  'accounts:read',
  'connections:read',
  'connectors:read',
  'integrations:read',
  'workflows:read',
  'runs:read',
  'webhooks:read',
] as const satisfies Scope[];

const operator = [
  ...viewer,
  'integrations:execute',
  'runs:write',
  'connections:test',
  'records:read',
] as const satisfies Scope[];

const builder = [
  ...operator,
  'connections:write',
  'connections:use',
  'integrations:write',
  'workflows:write',
  'webhooks:write',
  'connectors:write',
] as const satisfies Scope[];

/**
 * What each role may do.
 *
 * @see docs/people.md#roles
 */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  viewer,
  operator,
  approver: [...viewer, 'runs:approve', 'records:read'],
  builder,
  admin: [...builder, 'accounts:write', 'api_keys:write', 'members:write', 'audit:read'],
  auditor: [...viewer, 'audit:read', 'members:read', 'api_keys:read'],
  owner: ['*'],
};

export const roleTexts: Readonly<Record<Role, string>> = {
  viewer: 'Sees everything but the contents of records and the settings of the organization.',
  operator: 'Also runs integrations, retries failed records, tests connections, and sees the contents of records.',
  approver: 'Sees what a viewer sees and the contents of records, and approves runs that wait for it.',
  builder: 'Also makes and changes connectors, connections, integrations and webhook endpoints.',
  admin: 'Also manages accounts, API keys and members, and reads the audit log.',
  auditor: 'Sees what a viewer sees, the members, the API keys and the audit log, and changes nothing.',
  owner: 'May do everything. An organization always has one.',
};

/** Roles that can be limited to an account. What the others are for belongs to the whole organization. */
export const accountRoles: readonly Role[] = ['viewer', 'operator', 'approver', 'builder'];

/** Scopes of these roles that are about the whole organization, and do not come with a role for an account. */
export const organizationScopes: ReadonlySet<Scope> = new Set(['webhooks:read', 'webhooks:write', 'connectors:write']);
