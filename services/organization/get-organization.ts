import type { ServiceContext } from '../shared/context.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { type OrganizationRecord, selectOrganization, toOrganizationRecord } from './organization.ts';

/** Shows the organization of the caller. Needs no scope: every caller belongs to it. */
export async function getOrganization({ ctx }: { ctx: ServiceContext }): Promise<Versioned<OrganizationRecord>> {
  const row = await inTenant(ctx, (tx) => selectOrganization(tx, ctx.orgId, 'read'));
  return { data: toOrganizationRecord(row), version: row.row_version };
}
