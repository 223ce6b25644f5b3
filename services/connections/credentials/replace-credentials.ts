import { z } from 'zod';
import { freeJson } from '../../../core/json/free-json.ts';
import { sealCredentials } from '../../../vault/seal.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { fromJsonb } from '../../shared/rows.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion, type Versioned } from '../../shared/versions.ts';
import { checkForms } from '../check-forms.ts';
import { type ConnectionRecord, toConnectionRecord } from '../connection.ts';
import { credentialsEnd, findCredentialsEnd } from './find-credentials-end.ts';
import { nextVersion, putCredentials } from './put-credentials.ts';
import { lockConnection } from '../select-connection.ts';

export const replaceCredentialsInput = z
  .strictObject({
    credentials: z
      .record(z.string(), freeJson)
      .meta({ description: 'As for a new connection. Never given out again.' }),
    credentials_expire_at: credentialsEnd,
    config: z
      .record(z.string(), freeJson)
      .optional()
      .meta({ description: 'The whole new configuration, where the credentials are for another address.' }),
  })
  .meta({ id: 'CredentialsInput' });

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
    const { id } = current;
    const { authMethod, credentials, config } = await checkForms(
      { ...ctx, transaction: tx },
      {
        service_type: current.service_type,
        credentials: input.credentials,
        config: input.config ?? fromJsonb(current.config),
      },
    );
    const version = await nextVersion(tx, orgId, id);
    const { sealed, keyId } = await sealCredentials(ctx.publicKeys, { orgId, connectionId: id, version }, credentials);
    const expiresAt = input.credentials_expire_at ?? findCredentialsEnd(credentials);
    const [next] = await Promise.all([
      putCredentials(tx, orgId, current, { version, authMethod, sealed, keyId, expiresAt, config }, ctx.clock.now()),
      writeAudit(tx, ctx, {
        action: 'connection.credentials_replaced',
        resourceId: input.id,
        before: { auth_method: current.auth_method, version: current.credential_version },
        after: { auth_method: authMethod, version },
        changes: { auth_method: authMethod, version },
      }),
    ]);
    return next;
  });
  return { data: toConnectionRecord(row), version: row.row_version };
}
