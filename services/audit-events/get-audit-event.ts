import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';
import { type AuditEventRecord, toAuditEventRecord } from './audit-event.ts';
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
  const [row] = await readTenant(ctx, (tx) =>
    selectAuditEvents(tx, tx.sql`where org_id = ${ctx.orgId} and id = ${toLookup('audit', input.id)}`).execute(),
  );
  if (row === undefined) throw notFound();
  return toAuditEventRecord(row);
}
