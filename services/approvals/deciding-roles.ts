import { type Role, roles } from '../../core/enums.ts';
import { roleScopes } from '../access/people/roles.data.ts';
import { hasScope } from '../shared/scopes.ts';

/** Roles whose members may decide on approvals. */
export const decidingRoles: readonly Role[] = roles.filter((role) =>
  hasScope(new Set(roleScopes[role]), 'runs:approve'),
);
