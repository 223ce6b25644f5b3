import type { Transaction } from '../../../drizzle/client.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireNoLimits } from '../credential-limits.ts';
import { listScopesOf, type RoleGrant, unknownAccount } from '../people/role-grants.ts';
import { requireScopesOf } from '../../shared/scopes.ts';

/**
 * Lets a caller give roles only that may do no more than the caller, for accounts that there are.
 *
 * @throws {HubError} `insufficient_scope`; `forbidden` for a key that is limited in time or to networks; `invalid_request`
 *   for an account that does not exist.
 */
export async function requireGrantable(
  { sql }: Transaction,
  ctx: ServiceContext,
  grants: readonly RoleGrant[],
): Promise<void> {
  requireNoLimits(ctx);
  requireScopesOf(ctx, listScopesOf(grants));
  const named = grants.flatMap(({ account_id: id }) => id ?? []);
  if (named.length === 0) return;
  const rows = await sql<{ id: string }[]>`
    select id from accounts where org_id = ${ctx.orgId} and id = any(${named}::uuid[]) for key share`;
  const known = new Set(rows.map(({ id }) => id));
  const missing = grants.findIndex(({ account_id: id }) => id !== null && !known.has(id));
  if (missing !== -1) unknownAccount(missing);
}
