import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { toTimestamp } from '../../core/clock.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { sealCredentials } from '../../vault/seal.ts';
import { requireAccount } from '../accounts/require-account.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { nameSchema, smallObject } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { credentialsEnd, findCredentialsEnd } from './credentials/find-credentials-end.ts';
import { checkForms } from './check-forms.ts';
import { configBytesMax, type ConnectionRecord } from './connection.ts';
import { firstVersion, insertConnection } from './insert-connection.ts';

export const createConnectionInput = z
  .strictObject({
    name: nameSchema,
    service_type: z.string().meta({ description: 'The id of a connector.', examples: ['aws'] }),
    credentials: z.record(z.string(), freeJson).meta({
      description: 'One of the credential forms of the connector; `{}` where it needs none. Never given out again.',
    }),
    credentials_expire_at: credentialsEnd,
    account_id: z.string().optional(),
    config: smallObject(configBytesMax).optional().meta({ description: "As the connector's `config_schema` says." }),
  })
  .meta({ id: 'ConnectionInput' });

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
  const { authMethod, credentials, config } = await checkForms(ctx, input);
  const id = newUuid();
  const owner = { orgId, connectionId: id, version: firstVersion };
  const { sealed, keyId } = await sealCredentials(ctx.publicKeys, owner, credentials);
  const expiresAt = input.credentials_expire_at ?? findCredentialsEnd(credentials);
  const now = toTimestamp(ctx.clock.now());
  await inTenant(ctx, async (tx) => {
    const accountId = await requireAccount(tx, ctx, input.account_id);
    await insertConnection(tx, ctx, { ...input, id, accountId, config, authMethod, sealed, keyId, expiresAt, now });
  });
  return {
    id: toId('connection', id),
    name: input.name,
    service_type: input.service_type,
    status: 'active',
    ...(expiresAt === undefined ? {} : { credentials_expire_at: expiresAt }),
    created_at: now,
    updated_at: now,
  };
}
