import { toId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { type AuditContext, writeAudit } from '../audit-events/audit.ts';
import { isCustomId } from '../../connectors/kit/custom/definition.ts';
import { toJsonb } from '../shared/rows.ts';
import { unknownConnector } from './require-connector.ts';

export const firstVersion = 1;

/** A connection that is new, its credentials sealed for their first version. */
export interface NewConnection {
  /** UUID. */
  id: string;
  name: string;
  service_type: string;
  accountId: string | null;
  config: JsonObject;
  authMethod: string;
  sealed: Buffer;
  keyId: string;
  /** When the credentials end, if that is known. */
  expiresAt?: string | undefined;
  now: string;
}

/** Stores a connection with its credentials. */
export async function insertConnection(
  tx: Transaction,
  by: AuditContext,
  { id, name, service_type: serviceType, accountId, config, authMethod, sealed, keyId, expiresAt, now }: NewConnection,
): Promise<void> {
  const { orgId } = by;
  await holdConnector(tx, orgId, serviceType);
  await Promise.all([
    tx.sql`
      insert into connections
        (org_id, id, account_id, name, service_type, status, config, credential_version, created_at, updated_at)
      values (${orgId}, ${id}, ${accountId}, ${name}, ${serviceType}, 'active', ${toJsonb(config)},
              ${firstVersion}, ${now}, ${now})`,
    tx.sql`
      insert into connection_credentials (org_id, connection_id, version, auth_method, sealed, key_id, expires_at, created_at)
      values (${orgId}, ${id}, ${firstVersion}, ${authMethod}, ${sealed}, ${keyId}, ${expiresAt ?? null}, ${now})`,
    writeAudit(tx, by, {
      action: 'connection.created',
      resourceId: toId('connection', id),
      after: {
        name,
        service_type: serviceType,
        status: 'active',
        ...(accountId === null ? {} : { account_id: toId('account', accountId) }),
        config,
      },
      changes: { name, service_type: serviceType, auth_method: authMethod },
    }),
  ]);
}

/** A connector of the organization's own neither goes nor changes while a connection to it is being stored. */
async function holdConnector({ sql }: Transaction, orgId: string, serviceType: string): Promise<void> {
  if (!isCustomId(serviceType)) return;
  const held = await sql`
    select 1 from custom_connectors where org_id = ${orgId} and service_type = ${serviceType} for share`;
  if (held.length === 0) throw unknownConnector(serviceType);
}
