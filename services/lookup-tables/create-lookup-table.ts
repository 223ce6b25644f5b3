import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { nameSchema } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { addVersion } from './add-version.ts';
import { countEntries, lookupEntries } from './entries.ts';
import { type LookupTableRecord, type LookupTableRow, toVersionedLookupTable } from './lookup-table.ts';

export const createLookupTableInput = z
  .strictObject({ name: nameSchema, entries: lookupEntries.default({}) })
  .meta({ id: 'LookupTableInput' });

/** Adds a lookup table; its entries are its version 1. @throws {HubError} as `countEntries`. */
export async function createLookupTable({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof createLookupTableInput>;
}): Promise<Versioned<LookupTableRecord>> {
  requireScope(ctx, 'integrations:write');
  const { name, entries } = input;
  const now = toTimestamp(ctx.clock.now());
  const row: LookupTableRow = {
    id: newUuid(),
    name,
    version: 1,
    entry_count: countEntries(entries),
    row_version: 1,
    created_at: now,
    updated_at: now,
  };
  await inTenant(ctx, (tx) =>
    Promise.all([
      // Sent before its version, which refers to it.
      tx.sql`
        insert into lookup_tables (org_id, id, name, version, entry_count, created_at, updated_at)
        values (${ctx.orgId}, ${row.id}, ${name}, 1, ${row.entry_count}, ${now}, ${now})`.execute(),
      addVersion(tx, ctx, { tableId: row.id, version: 1, entries, entryCount: row.entry_count }),
      writeAudit(tx, ctx, {
        action: 'lookup_table.created',
        resourceId: toId('lookupTable', row.id),
        after: { name, version: row.version, entry_count: row.entry_count },
        changes: { name, entry_count: row.entry_count },
      }),
    ]),
  );
  return toVersionedLookupTable(row);
}
