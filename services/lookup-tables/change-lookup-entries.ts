import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { addVersion } from './add-version.ts';
import { countEntries, lookupEntries, lookupEntriesPatch, mergeEntries } from './entries.ts';
import { type LookupTableRecord, type LookupTableRow, toVersionedLookupTable } from './lookup-table.ts';
import { selectEntries } from './select-entries.ts';
import { selectLookupTable } from './select-lookup-table.ts';

export const replaceLookupEntriesInput = z.strictObject({ entries: lookupEntries }).meta({ id: 'LookupEntriesInput' });
export const mergeLookupEntriesInput = z
  .strictObject({ entries: lookupEntriesPatch })
  .meta({ id: 'LookupEntriesPatch' });

/**
 * Replaces the entries of a lookup table, or merges some into them, and makes a new version of it. Runs under way stay
 * with the version that they started with. A change that changes nothing leaves no trace.
 *
 * @throws {HubError} `not_found`; as `requireVersion`; as `countEntries`.
 */
export async function changeLookupEntries({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; mode: 'replace' | 'merge'; entries: JsonObject };
}): Promise<Versioned<LookupTableRecord>> {
  requireScope(ctx, 'integrations:write');
  const row = await inTenant(ctx, async (tx): Promise<LookupTableRow> => {
    const current = await selectLookupTable(tx, ctx.orgId, input.id, 'change');
    requireVersion(ctx, current.row_version);
    const present = await selectEntries(tx, ctx.orgId, current);
    const entries = input.mode === 'replace' ? input.entries : mergeEntries(present, input.entries);
    if (canonicalJson(entries) === canonicalJson(present)) return current;
    const next = {
      ...current,
      version: current.version + 1,
      entry_count: countEntries(entries),
      row_version: current.row_version + 1,
      updated_at: toTimestamp(ctx.clock.now()),
    };
    await Promise.all([
      tx.sql`
        update lookup_tables set version = ${next.version}, entry_count = ${next.entry_count},
               row_version = ${next.row_version}, updated_at = ${next.updated_at}
        where org_id = ${ctx.orgId} and id = ${current.id}`,
      addVersion(tx, ctx, { tableId: current.id, version: next.version, entries, entryCount: next.entry_count }),
      writeAudit(tx, ctx, {
        action: 'lookup_table.updated',
        resourceId: input.id,
        before: { version: current.version, entry_count: current.entry_count },
        after: { version: next.version, entry_count: next.entry_count },
        changes: { version: next.version, entry_count: next.entry_count },
      }),
    ]);
    return next;
  });
  return toVersionedLookupTable(row);
}
