import { z } from 'zod';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { ServiceContext } from '../context.ts';
import { cursorQuery, pageQuery, toPage } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { readTenant } from '../transaction.ts';
import { type AuditEventRecord, type AuditEventRow, toAuditEventRecord } from './audit-event.ts';
import { auditFilters, selectAuditEvents, whereAudit } from './select-audit-events.ts';

export const listAuditEventsInput = z.strictObject({
  ...pageQuery(),
  ...auditFilters,
  ...cursorQuery('audit', 'an event'),
});

/** Lists what was done in the organization, newest first. Walking by `after`, new events neither repeat nor hide any. */
export function listAuditEvents({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listAuditEventsInput>;
}): Promise<Page<AuditEventRecord>> {
  requireScope(ctx, 'audit:read');
  const { limit, offset } = toOffset(input);
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const after = input.after === undefined ? sql`` : sql`and id < ${toLookup('audit', input.after)}`;
    const before = input.before === undefined ? sql`` : sql`and id > ${toLookup('audit', input.before)}`;
    const where = sql`${whereAudit(tx, ctx.orgId, input)} ${after} ${before}`;
    return toPage<AuditEventRow, AuditEventRecord>(
      input,
      [
        selectAuditEvents(tx, sql`${where} order by id desc limit ${limit} offset ${offset}`),
        sql<{ total: number }[]>`select count(*) as total from audit_events ${where}`,
      ],
      toAuditEventRecord,
    );
  });
}
