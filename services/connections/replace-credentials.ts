import { z } from 'zod';
import { listMovedDestinations } from '../../connectors/kit/destinations.ts';
import { toTimestamp } from '../../core/clock.ts';
import { canonicalJson } from '../../core/json.ts';
import { sealCredentials } from '../../vault/seal.ts';
import { writeAudit } from '../audit.ts';
import type { ServiceContext } from '../context.ts';
import { fromJsonb, toJsonb } from '../rows.ts';
import { requireScope } from '../scopes.ts';
import { inTenant } from '../transaction.ts';
import { requireVersion, type Versioned } from '../versions.ts';
import { checkForms } from './check-forms.ts';
import { type ConnectionRecord, toConnectionRecord } from './connection.ts';
import { statusWithFreshCredentials } from './fresh-credentials.ts';
import { requireConnector } from './require-connector.ts';
import { lockConnection } from './select-connection.ts';

export const replaceCredentialsInput = z
  .strictObject({
    credentials: z
      .record(z.string(), z.json())
      .meta({ description: 'As for a new connection. Never given out again.' }),
    config: z
      .record(z.string(), z.json())
      .optional()
      .meta({ description: 'The whole new configuration, where the credentials are for another address.' }),
  })
  .meta({ id: 'CredentialsInput' });

/** How long one may go back to the credentials before. */
const rollbackMs = 24 * 60 * 60 * 1000;

/**
 * Puts new credentials in the place of the present ones, which are kept for a rollback unless the new ones are for
 * another address. Runs that use the old ones read
 * the new ones when these are refused. A connection whose credentials had failed is active again.
 *
 * `updated_at` moves only where the record changes; the version always does.
 *
 * @throws {HubError} `not_found`; `invalid_request` when they do not fit; as `requireVersion`.
 */
export async function replaceCredentials({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string } & z.infer<typeof replaceCredentialsInput>;
}): Promise<Versioned<ConnectionRecord>> {
  requireScope(ctx, 'connections:write');
  const { orgId } = ctx;
  const row = await inTenant(ctx, async (tx) => {
    const current = await lockConnection(tx, orgId, input.id);
    requireVersion(ctx, current.row_version);
    const { id, credential_version: before } = current;
    const { authMethod, credentials, config } = checkForms({
      service_type: current.service_type,
      credentials: input.credentials,
      config: input.config ?? fromJsonb(current.config),
    });
    const moved = listMovedDestinations(requireConnector(current.service_type), fromJsonb(current.config), config);
    const [newest] = await tx.sql<{ version: number }[]>`
      select max(version) as version from connection_credentials where org_id = ${orgId} and connection_id = ${id}`;
    // Numbers are not used twice: sessions are remembered by them.
    const version = (newest?.version ?? before) + 1;
    const { sealed, keyId } = await sealCredentials(ctx.publicKeys, { orgId, connectionId: id, version }, credentials);
    const nowMs = ctx.clock.now();
    const now = toTimestamp(nowMs);
    const status = statusWithFreshCredentials(current.status);
    const isVisible = status !== current.status || canonicalJson(config) !== canonicalJson(current.config);
    const previous = moved.length > 0 ? null : before;
    const rollbackUntil = previous && toTimestamp(nowMs + rollbackMs);
    const updatedAt = isVisible ? now : current.updated_at;
    await Promise.all([
      tx.sql`
        insert into connection_credentials (org_id, connection_id, version, auth_method, sealed, key_id, created_at)
        values (${orgId}, ${id}, ${version}, ${authMethod}, ${sealed}, ${keyId}, ${now})`,
      tx.sql`
        update connections set credential_version = ${version}, previous_credential_version = ${previous},
               rollback_until = ${rollbackUntil}, status = ${status},
               config = ${toJsonb(config)}, updated_at = ${updatedAt}, row_version = row_version + 1
        where org_id = ${orgId} and id = ${id}`,
      // Only the ones before can be gone back to.
      tx.sql`
        delete from connection_credentials
        where org_id = ${orgId} and connection_id = ${id} and version not in (${previous ?? version}, ${version})`,
      tx.sql`delete from connection_schemas where org_id = ${orgId} and connection_id = ${id}`,
      writeAudit(tx, ctx, {
        action: 'connection.credentials_replaced',
        resourceId: input.id,
        changes: { auth_method: authMethod, version },
      }),
    ]);
    return { ...current, status, config, updated_at: updatedAt, row_version: current.row_version + 1 };
  });
  return { data: toConnectionRecord(row), version: row.row_version };
}
