import { z } from 'zod';
import { type Page, toOffset } from '../../core/pagination.ts';
import { nameQuery, pageQuery } from '../shared/pages.ts';
import { toLookup } from '../shared/schemas.ts';
import { askDatabase, inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import {
  type OperatedRecord,
  type OperatedRow,
  operatedStatuses,
  selectOperated,
  toOperatedRecord,
} from './operated-organization.ts';
import type { OperatorContext } from './operator-context.ts';

export const listOperatedInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(operatedStatuses).optional().meta({ description: 'Only those in this state.' }),
  q: nameQuery.q.meta({ ...nameQuery.q.meta(), description: 'A part of the name in any case, or an `external_ref`.' }),
});

/** Lists all organizations of the hub, newest first. */
export function listOperatedOrganizations({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: z.infer<typeof listOperatedInput>;
}): Promise<Page<OperatedRecord>> {
  const { limit, offset } = toOffset(input);
  const suspended = input.status === undefined ? null : input.status === 'suspended';
  const part = input.q ?? null;
  // Nothing of it is a tenant's row: a definer function answers.
  return askDatabase(async (progress) => {
    progress.begin();
    const { sql } = ctx.database;
    const [rows, [count]] = await Promise.all([
      sql<OperatedRow[]>`select * from hub_list_organizations(${suspended}, ${part}, ${limit}, ${offset})`,
      sql<{ total: number }[]>`select hub_count_organizations(${suspended}, ${part}) as total`,
    ]);
    const meta = { page: input.page, per_page: input.per_page, total: count?.total ?? 0 };
    return { items: rows.map(toOperatedRecord), meta };
  });
}

/** @throws {HubError} `not_found` */
export async function getOperatedOrganization({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { id: string };
}): Promise<Versioned<OperatedRecord>> {
  const orgId = toLookup('organization', input.id);
  const row = await inTenant({ database: ctx.database, orgId }, (tx) => selectOperated(tx, orgId, 'read'));
  return { data: toOperatedRecord(row), version: row.row_version };
}
