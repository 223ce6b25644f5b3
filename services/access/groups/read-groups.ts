import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { Versioned } from '../../shared/versions.ts';
import { type GroupRecord, requireGroup, selectGroups, toGroupRecord } from './group.ts';

/** Lists all groups of the organization by name, of which there are a thousand at most. */
export async function listGroups({ ctx }: { ctx: ServiceContext }): Promise<GroupRecord[]> {
  requireScope(ctx, adminScopes.read);
  const rows = await inTenant(ctx, (tx) => selectGroups(tx, ctx.orgId, tx.sql`order by lower(g.name)`));
  return rows.map(toGroupRecord);
}

/** Reads one group. @throws {HubError} `not_found` */
export async function getGroup({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<GroupRecord>> {
  requireScope(ctx, adminScopes.read);
  const row = await inTenant(ctx, (tx) => requireGroup(tx, ctx.orgId, input.id));
  return { data: toGroupRecord(row), version: row.row_version };
}
