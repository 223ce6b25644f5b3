import { toTimestamp } from '../../core/clock.ts';
import { newUuid, toId } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { type AuditContentRow, toAuditContent } from './audit-event.ts';
import { authenticateEvent, type EventAuthor } from './authenticate-event.ts';
import { describeChange, maskTexts } from './describe-change.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toJsonb } from '../shared/rows.ts';

export interface AuditEntry {
  /** Resource and what happened to it: `connection.created`. */
  action: `${string}.${string}`;
  /** The resource, as the API shows its id. */
  resourceId: string;
  /** The resource as it was; left out for what is new. What differs from `after` is kept, secrets masked. */
  before?: object | undefined;
  /** The resource as it becomes; left out for what is deleted. */
  after?: object | undefined;
  /** What else is worth knowing. Never a secret, in no form. */
  changes?: Readonly<Record<string, Json>>;
}

/** Who changed something, and what shows that it was the hub that wrote it down. */
export type AuditContext = Pick<ServiceContext, 'orgId' | 'actor' | 'address' | 'clock'> & {
  requestId: string | null;
} & EventAuthor;

/** Adds an event to the audit log. To be awaited together with the change's own statements. */
export function writeAudit(tx: Transaction, ctx: AuditContext, entry: AuditEntry): PromiseLike<unknown> {
  const [resourceType = ''] = entry.action.split('.');
  const row: AuditContentRow = {
    id: newUuid(),
    action: entry.action,
    actor: ctx.actor,
    address: ctx.address ?? null,
    request_id: ctx.requestId,
    resource_type: resourceType,
    resource_id: entry.resourceId,
    ...describeChange(entry.before, entry.after),
    changes: entry.changes === undefined ? null : maskTexts(entry.changes),
    created_at: toTimestamp(ctx.clock.now()),
  };
  const mac = authenticateEvent(ctx, toId('organization', ctx.orgId), toAuditContent(row));
  const [before, after, changes] = [row.before, row.after, row.changes].map((part) => part && toJsonb(part));
  return tx.sql`
    insert into audit_events (org_id, id, actor, action, resource_type, resource_id, request_id, address, before, after,
                              changes, created_at, mac)
    values (${ctx.orgId}, ${row.id}, ${row.actor}, ${row.action}, ${row.resource_type}, ${row.resource_id},
            ${row.request_id}, ${row.address}, ${before ?? null}, ${after ?? null}, ${changes ?? null},
            ${row.created_at}, ${mac})`;
}
