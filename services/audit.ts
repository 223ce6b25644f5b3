import { newUuid } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import type { Transaction } from '../drizzle/client.ts';
import type { ServiceContext } from './context.ts';
import { toJsonb } from './rows.ts';

export interface AuditEntry {
  /** Resource and what happened to it: `connection.created`. */
  action: `${string}.${string}`;
  /** The resource, as the API shows its id. */
  resourceId: string;
  /** What changed. Never a secret, in no form. */
  changes?: Readonly<Record<string, Json>>;
}

/** Adds a row to the audit log. To be awaited together with the change's own statements. */
export function writeAudit(
  tx: Transaction,
  ctx: Pick<ServiceContext, 'orgId' | 'actor'> & { requestId: string | null },
  entry: AuditEntry,
): PromiseLike<unknown> {
  const [resourceType = ''] = entry.action.split('.');
  const changes = entry.changes === undefined ? null : toJsonb(entry.changes);
  return tx.sql`
    insert into audit_events (org_id, id, actor, action, resource_type, resource_id, request_id, changes)
    values (${ctx.orgId}, ${newUuid()}, ${ctx.actor}, ${entry.action}, ${resourceType}, ${entry.resourceId},
            ${ctx.requestId}, ${changes})`;
}
