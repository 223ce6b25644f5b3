import { z } from 'zod';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, createdQuery, nameQuery, pageQuery, sortQuery, whereListed } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { readTenant } from '../shared/transaction.ts';
import { type LookupTableRecord, type LookupTableRow, toLookupTableRecord } from './lookup-table.ts';

export const listLookupTablesInput = z.strictObject({
  ...pageQuery(),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
  ...afterQuery('lookupTable', 'a table'),
});

/** Lists the lookup tables of the organization, without their entries. */
export function listLookupTables({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listLookupTablesInput>;
}): Promise<Page<LookupTableRecord>> {
  requireScope(ctx, 'integrations:read');
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const where = sql`where org_id = ${ctx.orgId} ${whereListed(tx, 'lookup_tables', input)}`;
    return listPage<LookupTableRow, LookupTableRecord>(tx, input, {
      kind: 'lookupTable',
      orgId: ctx.orgId,
      table: 'lookup_tables',
      where,
      order: input.sort,
      select: (page) =>
        sql`select id, name, version, entry_count, row_version, created_at, updated_at from lookup_tables ${page}`,
      toItem: toLookupTableRecord,
    });
  });
}
