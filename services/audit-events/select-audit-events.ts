import { z } from 'zod';
import type { Transaction } from '../../drizzle/client.ts';
import { createdQuery, whereListed } from '../shared/pages.ts';
import { type AuditEventRow, auditColumns } from './audit-event.ts';
import type { ChainRow } from './checkpoint.ts';

const text = z.string().min(1).max(255).optional();

/** What events can be chosen by. */
export const auditFilters = {
  actor: text.meta({ description: 'Only what this credential did: its id, or `system`.' }),
  action: text.meta({ description: 'Only events of this kind.', examples: ['connection.updated'] }),
  resource_type: text.meta({ description: 'Only events of resources of this type.', examples: ['connection'] }),
  resource_id: text.meta({ description: 'Only events of this resource.' }),
  ...createdQuery,
};

export type AuditFilters = z.output<z.ZodObject<typeof auditFilters>>;

/** The conditions of the filters, behind a `where` that names the organization. */
export function whereAudit(tx: Transaction, orgId: string, filters: AuditFilters) {
  const { sql } = tx;
  const equals = (column: 'actor' | 'action' | 'resource_type' | 'resource_id') =>
    filters[column] === undefined ? sql`` : sql`and ${sql(column)} = ${filters[column]}`;
  return sql`
    where audit_events.org_id = ${orgId} ${equals('actor')} ${equals('action')} ${equals('resource_type')}
    ${equals('resource_id')} ${whereListed(tx, 'audit_events', filters)}`;
}

/** @param rest What follows `from audit_events`. */
export function selectAuditEvents({ sql }: Transaction, rest: ReturnType<typeof whereAudit>) {
  return sql<AuditEventRow[]>`select ${sql(auditColumns)} from audit_events ${rest}`;
}

/** The end of the organization's chain; none before its first event is sealed. */
export function selectChain({ sql }: Transaction, orgId: string) {
  return sql<ChainRow[]>`
    select sequence, hash, key_id, signature, sealed_at from audit_chains where org_id = ${orgId}`;
}
