import { z } from 'zod';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { cursorQuery, pageQuery } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant, readTenant } from '../shared/transaction.ts';
import {
  auditColumns,
  type AuditEventRecord,
  type AuditEventRow,
  nameAuthors,
  toAuditEventRecord,
} from './audit-event.ts';
import { auditFilters, whereAudit } from './select-audit-events.ts';

export const listAuditEventsInput = z.strictObject({
  ...pageQuery(),
  ...auditFilters,
  ...cursorQuery('audit', 'an event'),
});

/** Lists what was done in the organization, newest first. Walking by `after`, new events neither repeat nor hide any. */
export async function listAuditEvents({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listAuditEventsInput>;
}): Promise<Page<AuditEventRecord>> {
  requireScope(ctx, 'audit:read');
  const page = await readTenant(ctx, (tx) => {
    const { sql } = tx;
    return listPage<AuditEventRow, AuditEventRecord>(tx, input, {
      kind: 'audit',
      orgId: ctx.orgId,
      table: 'audit_events',
      where: whereAudit(tx, ctx.orgId, input),
      order: '-created_at',
      select: (which) => sql`select ${sql(auditColumns)} from audit_events ${which}`,
      toItem: toAuditEventRecord,
    });
  });
  return { ...page, items: await inTenant(ctx, (tx) => nameAuthors(tx, ctx.orgId, page.items)) };
}
