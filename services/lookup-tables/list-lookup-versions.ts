import { z } from 'zod';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { lookupTableVersions } from '../../drizzle/schema/index.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toShortPage } from '../shared/list-page.ts';
import { pageQuery } from '../shared/pages.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { timestamp } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { selectLookupTable } from './select-lookup-table.ts';

export const listLookupVersionsInput = z.strictObject(pageQuery());

/** A version of a lookup table, without its entries. */
export const lookupVersionRecord = z
  .object({
    version: z.number().int().min(1),
    entry_count: z.number().int().min(0),
    created_by: z.string().meta({ description: 'Id of the credential that made it.' }),
    created_at: timestamp,
  })
  .meta({ id: 'LookupTableVersion' });

type LookupVersionRecord = z.infer<typeof lookupVersionRecord>;
type VersionRow = Row<typeof lookupTableVersions, 'version' | 'entryCount' | 'createdBy' | 'createdAt'>;

/** Lists the versions of a lookup table that are kept, newest first. @throws {HubError} `not_found` */
export function listLookupVersions({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string } & z.infer<typeof listLookupVersionsInput>;
}): Promise<Page<LookupVersionRecord>> {
  requireScope(ctx, 'integrations:read');
  const { limit, offset } = toOffset(input);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const { id } = await selectLookupTable(tx, ctx.orgId, input.id);
    const where = sql`where org_id = ${ctx.orgId} and table_id = ${id}`;
    return toShortPage<VersionRow, LookupVersionRecord>(
      input,
      [
        sql<VersionRow[]>`
          select version, entry_count, created_by, created_at from lookup_table_versions
          ${where} order by version desc limit ${limit} offset ${offset}`,
        sql<{ total: number }[]>`select count(*) as total from lookup_table_versions ${where}`,
      ],
      (row) => ({ ...row, created_at: fromTime(row.created_at) }),
    );
  });
}
