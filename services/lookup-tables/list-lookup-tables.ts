import { z } from 'zod';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { ServiceContext } from '../context.ts';
import { createdQuery, nameQuery, orderListed, pageQuery, sortQuery, toPage, whereListed } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { readTenant } from '../transaction.ts';
import { type LookupTableRecord, type LookupTableRow, toLookupTableRecord } from './lookup-table.ts';

export const listLookupTablesInput = z.strictObject({ ...pageQuery(), ...createdQuery, ...nameQuery, ...sortQuery });

/** Lists the lookup tables of the organization, without their entries. */
export function listLookupTables({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listLookupTablesInput>;
}): Promise<Page<LookupTableRecord>> {
  requireScope(ctx, 'integrations:read');
  const { limit, offset } = toOffset(input);
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const where = sql`where org_id = ${ctx.orgId} ${whereListed(tx, 'lookup_tables', input)}`;
    return toPage(
      input,
      [
        sql<LookupTableRow[]>`
          select id, name, version, entry_count, row_version, created_at, updated_at from lookup_tables
          ${where} ${orderListed(tx, 'lookup_tables', input.sort)} limit ${limit} offset ${offset}`,
        sql<{ total: number }[]>`select count(*) as total from lookup_tables ${where}`,
      ],
      toLookupTableRecord,
    );
  });
}
