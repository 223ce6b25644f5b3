import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ConnectorRecord } from '../connectors/connector.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { addVersion, readConnector } from './add-version.ts';
import { checkDefinition } from './check-definition.ts';
import { customConnectorsMax, customId, definitionMember } from './custom-connector.ts';

export const createConnectorInput = z
  .strictObject({ id: customId, definition: definitionMember })
  .meta({ id: 'ConnectorInput' });

/** Somebody has to delete one. */
const retryAfterSeconds = 60;

/**
 * Adds a connector for the organization; its definition is its version 1.
 *
 * @throws {HubError} as `checkDefinition`; `conflict` where the id is taken; `quota_exceeded`.
 */
export async function createConnector({
  ctx,
  input: { id, definition },
}: {
  ctx: ServiceContext;
  input: z.infer<typeof createConnectorInput>;
}): Promise<Versioned<ConnectorRecord>> {
  requireScope(ctx, 'connectors:write');
  const { orgId } = ctx;
  const { name } = checkDefinition(definition);
  const connectorId = newUuid();
  const now = toTimestamp(ctx.clock.now());
  return inTenant(ctx, async (tx) => {
    const added = await tx.sql`
      insert into custom_connectors (org_id, id, service_type, name, version, created_at, updated_at)
      select ${orgId}, ${connectorId}, ${id}, ${name}, 1, ${now}, ${now}
      where (select count(*) from custom_connectors where org_id = ${orgId}) < ${customConnectorsMax}
      on conflict (org_id, service_type) do nothing returning 1`;
    if (added.length === 0)
      throw await refuse(tx.sql<{ taken: boolean }[]>`
      select exists (select from custom_connectors where org_id = ${orgId} and service_type = ${id}) as taken`);
    await Promise.all([
      addVersion(tx, ctx, { connectorId, version: 1, definition }),
      writeAudit(tx, ctx, {
        action: 'connector.created',
        resourceId: id,
        after: { name, version: 1 },
        changes: { name, version: 1 },
      }),
    ]);
    return readConnector(tx, orgId, id, 1);
  });
}

async function refuse(asked: PromiseLike<{ taken: boolean }[]>): Promise<HubError> {
  const [found] = await asked;
  if (found?.taken === true) return new HubError('conflict', messages.customIdTaken);
  return new HubError('quota_exceeded', messages.customConnectorsTooMany({ max: customConnectorsMax }), {
    details: { quota: 'connectors', limit: customConnectorsMax },
    retryAfterSeconds,
  });
}
