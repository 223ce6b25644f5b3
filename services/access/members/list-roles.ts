import { z } from 'zod';
import { roles } from '../../../core/enums.ts';
import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { accountRoles, roleScopes, roleTexts } from '../people/roles.data.ts';
import { requireScope, scopes } from '../../shared/scopes.ts';

export const roleRecord = z
  .object({
    role: z.enum(roles),
    description: z.string(),
    scopes: z.array(z.enum(scopes)).meta({ description: 'What the role may do; a `write` includes the `read`.' }),
    per_account: z.boolean().meta({ description: 'It can be limited to an account.' }),
  })
  .meta({ id: 'Role' });

/** Lists the roles that members can have, each with its scopes. */
export function listRoles({ ctx }: { ctx: ServiceContext }): z.infer<typeof roleRecord>[] {
  requireScope(ctx, adminScopes.read);
  return roles.map((role) => ({
    role,
    description: roleTexts[role],
    scopes: [...roleScopes[role]],
    per_account: accountRoles.includes(role),
  }));
}
