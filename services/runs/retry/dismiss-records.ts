import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import { messages } from '../../../core/messages.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toLookup } from '../../shared/schemas.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireRun } from '../require-run.ts';
import { whereFailure } from '../where-failure.ts';
import { pickGroup, requireOneOf, retryRecordsInput } from './retry-records.ts';

/** In one request, which is one transaction. */
const dismissedMax = 10_000;

export const dismissRecordsInput = z
  .strictObject({
    ...retryRecordsInput.pick({ record_ids: true, code: true, target_field: true, step: true }).shape,
    all: z.literal(true).optional().meta({ description: 'Every record that is open.' }),
    undo: z.literal(true).optional().meta({ description: 'Those of them that were dismissed are open again.' }),
  })
  .meta({ id: 'DismissRecordsInput', description: 'Exactly one of `record_ids`, `code` and `all`.' });

export const dismissedRecords = z
  .object({
    records: z
      .int()
      .min(0)
      .meta({ description: `How many were dismissed, or are open again; at most ${dismissedMax}.` }),
    has_more: z.boolean().meta({ description: 'There are more: ask again.' }),
  })
  .meta({ id: 'DismissedRecords', description: 'How many failed records were dismissed, or are open again.' });

type Input = z.infer<typeof dismissRecordsInput>;

/**
 * Writes down that nothing is to be done about failed records, also those that cannot be processed again; or that something
 * is, after all. What becomes of their items is not changed by it.
 *
 * @throws {HubError} `not_found`; `invalid_request` for a choice that is none; `invalid_state` where there is none of them.
 */
export async function dismissRecords({
  ctx,
  input: { id, undo, ...choice },
}: {
  ctx: ServiceContext;
  input: Input & { id: string };
}): Promise<z.infer<typeof dismissedRecords>> {
  requireScope(ctx, 'runs:write');
  const { orgId } = ctx;
  const run = toLookup('run', id);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    await requireRun(tx, ctx, run);
    requireOneOf(choice);
    const named = choice.record_ids?.map((one) => toLookup('deadLetter', one));
    const rows = await sql<{ id: string }[]>`
      select id from dead_letters
      where org_id = ${orgId} and run_id = ${run}
        and ${undo === true ? sql`resolved_by is not null and dismissed_at is not null` : sql`resolved_by is null`}
        ${named === undefined ? sql`` : sql`and id = any(${named}::uuid[])`} ${whereFailure(tx, 'dead_letters', choice)}
      order by id limit ${dismissedMax + 1} for update`;
    const ids = rows.slice(0, dismissedMax).map((row) => row.id);
    if (ids.length === 0) throw new HubError('invalid_state', messages.recordsNotDismissible);
    const by = undo === true ? null : ctx.actor;
    await Promise.all([
      sql`
        update dead_letters
        set resolved_by = ${undo === true ? null : run}, dismissed_by = ${by},
            dismissed_at = ${undo === true ? null : toTimestamp(ctx.clock.now())}
        where org_id = ${orgId} and id = any(${ids}::uuid[])`,
      writeAudit(tx, ctx, {
        action: 'run.records_dismissed',
        resourceId: id,
        changes: { ...toAudit(choice), records: ids.length, ...(undo === true ? { undo } : {}) },
      }),
    ]);
    return { records: ids.length, has_more: rows.length > dismissedMax };
  });
}

function toAudit({ record_ids: named, code, ...group }: Omit<Input, 'undo'>): Record<string, Json> {
  if (named !== undefined) return { record_ids: named };
  return code === undefined ? { all: true } : pickGroup({ code, ...group });
}
