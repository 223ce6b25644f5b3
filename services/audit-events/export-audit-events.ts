import { setImmediate as giveWay } from 'node:timers/promises';
import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import type { ServiceContext } from '../shared/context.ts';
import { digits } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { readTenant } from '../shared/transaction.ts';
import { type AuditEventRecord, auditEventRecord, toAuditEventRecord } from './audit-event.ts';
import { type CheckpointRecord, checkpointRecord, toCheckpoint, toCheckpointRecord } from './checkpoint.ts';
import { auditFilters, selectAuditEvents, selectChain, whereAudit } from './select-audit-events.ts';

/** Events read at once; what an export holds in memory, and for how long it keeps others from the only thread. */
const pageSize = 200;

export const exportAuditEventsInput = z.strictObject({
  ...auditFilters,
  after_sequence: digits
    .transform(Number)
    .default(0)
    .meta({ type: 'integer', minimum: 0, default: 0, description: 'Only events with a higher number.' }),
});

/** A line of an export: first what the chain came to, then the events. */
export const auditExportLine = z
  .union([auditEventRecord, z.object({ checkpoint: checkpointRecord })])
  .meta({ id: 'AuditExportLine' });

export type AuditExportLine = AuditEventRecord | { checkpoint: CheckpointRecord };

/**
 * Reads the sealed events of the organization, in the order of their numbers, up to the end of the chain at the
 * beginning of the export, which is the first line: an export that does not come to it is not whole.
 *
 * Reads page by page, each in a transaction of its own: sealed events do not change.
 *
 * @returns no line at all while nothing is sealed.
 * @throws {HubError} `quota_exceeded` when too many are under way; `request_timeout` when its reader stalls.
 */
export async function* exportAuditEvents({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof exportAuditEventsInput>;
}): AsyncGenerator<AuditExportLine[], void> {
  requireScope(ctx, 'audit:read');
  const slot = ctx.exports.take(ctx.orgId);
  try {
    for await (const lines of readSealed(ctx, input)) {
      yield lines;
      slot.keep();
      // Requests that came meanwhile are served between two pages.
      await giveWay();
    }
  } finally {
    slot.free();
  }
}

async function* readSealed(
  ctx: ServiceContext,
  { after_sequence: start, ...filters }: z.infer<typeof exportAuditEventsInput>,
): AsyncGenerator<AuditExportLine[], void> {
  const [chain] = await readTenant(ctx, (tx) => selectChain(tx, ctx.orgId).execute());
  if (chain === undefined) return;
  const checkpoint = toCheckpoint(chain);
  yield [{ checkpoint: toCheckpointRecord(toId('organization', ctx.orgId), checkpoint) }];
  for (let after = start; ;) {
    const rows = await readTenant(ctx, (tx) =>
      selectAuditEvents(
        tx,
        tx.sql`
          ${whereAudit(tx, ctx.orgId, filters)} and sequence > ${after} and sequence <= ${checkpoint.sequence}
          order by sequence limit ${pageSize}`,
      ).execute(),
    );
    if (rows.length > 0) yield rows.map(toAuditEventRecord);
    after = rows.at(-1)?.sequence ?? after;
    if (rows.length < pageSize) return;
  }
}
