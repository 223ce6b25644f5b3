import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { type Change, parseChange } from '../shared/change.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { nameSchema, readOnly } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { type LookupTableRecord, toLookupTableRecord, toVersionedLookupTable } from './lookup-table.ts';
import { selectLookupTable } from './select-lookup-table.ts';

const lookupTableState = z.strictObject({ name: nameSchema });
const members = Object.keys(lookupTableState.shape);

/** Members to put in place of the present ones, for documentation: what they make of it is checked as a whole. */
export const lookupTableChange = z
  .strictObject({
    name: nameSchema.optional(),
    id: readOnly,
    version: readOnly,
    entry_count: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
  })
  .meta({ id: 'LookupTableChange' });

/**
 * Changes what a lookup table is called. A change that changes nothing leaves no trace.
 *
 * @throws {HubError} `not_found`; `invalid_request` when the result is not valid; as `requireVersion`.
 */
export async function updateLookupTable({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<Versioned<LookupTableRecord>> {
  requireScope(ctx, 'integrations:write');
  const row = await inTenant(ctx, async (tx) => {
    const current = await selectLookupTable(tx, ctx.orgId, input.id, 'change');
    const { name } = parseChange(lookupTableState, toLookupTableRecord(current), members, input, () =>
      requireVersion(ctx, current.row_version),
    );
    if (name === current.name) return current;
    const next = {
      ...current,
      name,
      row_version: current.row_version + 1,
      updated_at: toTimestamp(ctx.clock.now()),
    };
    await Promise.all([
      tx.sql`
        update lookup_tables set name = ${name}, row_version = ${next.row_version}, updated_at = ${next.updated_at}
        where org_id = ${ctx.orgId} and id = ${current.id}`,
      writeAudit(tx, ctx, {
        action: 'lookup_table.updated',
        resourceId: input.id,
        before: { name: current.name },
        after: { name },
        changes: { name },
      }),
    ]);
    return next;
  });
  return toVersionedLookupTable(row);
}
