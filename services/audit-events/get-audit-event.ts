import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { type AuditEventRecord, nameAuthors, toAuditEventRecord } from './audit-event.ts';
import { selectAuditEvents } from './select-audit-events.ts';

/** @throws {HubError} `not_found` */
export async function getAuditEvent({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<AuditEventRecord> {
  requireScope(ctx, 'audit:read');
  const [event] = await inTenant(ctx, async (tx) => {
    const where = tx.sql`where org_id = ${ctx.orgId} and id = ${toLookup('audit', input.id)}`;
    const rows = await selectAuditEvents(tx, where).execute();
    return nameAuthors(tx, ctx.orgId, rows.map(toAuditEventRecord));
  });
  if (event === undefined) throw notFound();
  return event;
}
