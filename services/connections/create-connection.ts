import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { sealCredentials } from '../../vault/seal.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { writeAudit } from '../audit.ts';
import type { ServiceContext } from '../context.ts';
import { toJsonb } from '../rows.ts';
import { requireScope } from '../scopes.ts';
import { nameSchema } from '../shapes.ts';
import { inTenant } from '../transaction.ts';
import { checkForms } from './check-forms.ts';
import type { ConnectionRecord } from './connection.ts';

/** @see SPEC §4.2 */
export const createConnectionInput = z
  .strictObject({
    name: nameSchema,
    service_type: z.string().meta({ description: 'The id of a connector.', examples: ['aws'] }),
    credentials: z.record(z.string(), z.json()).meta({
      description: 'One of the credential forms of the connector; `{}` where it needs none. Never given out again.',
    }),
    account_id: z.string().optional(),
    config: z.record(z.string(), z.json()).optional().meta({ description: "As the connector's `config_schema` says." }),
  })
  .meta({ id: 'ConnectionInput' });

const firstVersion = 1;

/**
 * Stores a connection and its credentials, sealed. The third party is not called: testing is a call of its own.
 *
 * @throws {HubError} `invalid_request` when there is no such connector, or its forms do not fit what was sent.
 */
export async function createConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof createConnectionInput>;
}): Promise<ConnectionRecord> {
  requireScope(ctx, 'connections:write');
  const { orgId } = ctx;
  const { authMethod, credentials, config } = checkForms(input);
  const id = newUuid();
  const owner = { orgId, connectionId: id, version: firstVersion };
  const { sealed, keyId } = await sealCredentials(ctx.publicKeys, owner, credentials);
  const now = toTimestamp(ctx.clock.now());
  await inTenant(ctx, async (tx) => {
    const accountId = await requireAccount(tx, orgId, input.account_id);
    await Promise.all([
      tx.sql`
        insert into connections
          (org_id, id, account_id, name, service_type, status, config, credential_version, created_at, updated_at)
        values (${orgId}, ${id}, ${accountId}, ${input.name}, ${input.service_type}, 'active', ${toJsonb(config)},
                ${firstVersion}, ${now}, ${now})`,
      tx.sql`
        insert into connection_credentials (org_id, connection_id, version, auth_method, sealed, key_id, created_at)
        values (${orgId}, ${id}, ${firstVersion}, ${authMethod}, ${sealed}, ${keyId}, ${now})`,
      writeAudit(tx, ctx, {
        action: 'connection.created',
        resourceId: toId('connection', id),
        changes: { name: input.name, service_type: input.service_type, auth_method: authMethod },
      }),
    ]);
  });
  return {
    id: toId('connection', id),
    name: input.name,
    service_type: input.service_type,
    status: 'active',
    created_at: now,
    updated_at: now,
  };
}
