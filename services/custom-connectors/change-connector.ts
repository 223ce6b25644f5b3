import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ConnectorRecord } from '../connectors/connector.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromJsonb } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { addVersion, readConnector, requireSameDestinations } from './add-version.ts';
import { checkDefinition } from './check-definition.ts';
import { type ConnectorRow, definitionMember, selectCustomConnector, selectVersion } from './custom-connector.ts';

export const replaceConnectorInput = z
  .strictObject({ definition: definitionMember })
  .meta({ id: 'ConnectorDefinitionInput' });

/**
 * Makes a new version of a connector, which runs begin with from now on. The same definition once more leaves no trace.
 *
 * @throws {HubError} `not_found`; as `checkDefinition`, `requireVersion` and `requireSameDestinations`.
 */
export function replaceConnector({
  ctx,
  input: { id, definition },
}: {
  ctx: ServiceContext;
  input: { id: string } & z.infer<typeof replaceConnectorInput>;
}): Promise<Versioned<ConnectorRecord>> {
  requireScope(ctx, 'connectors:write');
  return inTenant(ctx, async (tx) => {
    const current = await selectCustomConnector(tx, ctx.orgId, id, 'change');
    requireVersion(ctx, current.row_version);
    return change(tx, ctx, current, { definition });
  });
}

/**
 * Makes an earlier version the active one, by a new version that repeats it.
 *
 * @throws {HubError} `not_found` also for a version that is not kept; as `replaceConnector`.
 */
export function activateConnectorVersion({
  ctx,
  input: { id, version },
}: {
  ctx: ServiceContext;
  input: { id: string; version: string };
}): Promise<Versioned<ConnectorRecord>> {
  requireScope(ctx, 'connectors:write');
  return inTenant(ctx, async (tx) => {
    const current = await selectCustomConnector(tx, ctx.orgId, id, 'change');
    const { definition, version: restores } = await selectVersion(tx, ctx.orgId, current.id, version);
    requireVersion(ctx, current.row_version);
    return change(tx, ctx, current, { definition, restores });
  });
}

async function change(
  tx: Transaction,
  ctx: ServiceContext,
  current: ConnectorRow,
  next: { definition: Record<string, unknown>; restores?: number },
): Promise<Versioned<ConnectorRecord>> {
  const { orgId } = ctx;
  const { id: connectorId, service_type: id, row_version: rowVersion } = current;
  const definition = checkDefinition(next.definition);
  const newest = await selectVersion(tx, orgId, connectorId, String(current.version));
  if (canonicalJson(fromJsonb(newest.definition)) === canonicalJson(fromJsonb(next.definition))) {
    return readConnector(tx, orgId, id, rowVersion);
  }
  await requireSameDestinations(tx, orgId, current, definition);
  const version = current.version + 1;
  const { name } = definition;
  await Promise.all([
    tx.sql`
      update custom_connectors set name = ${name}, version = ${version}, row_version = ${rowVersion + 1},
             updated_at = ${toTimestamp(ctx.clock.now())}
      where org_id = ${orgId} and id = ${connectorId}`,
    addVersion(tx, ctx, { connectorId, version, ...next }),
    // What processes remember of hooks ends.
    tx.sql`
      update hooks set updated_at = ${toTimestamp(ctx.clock.now())} where org_id = ${orgId} and service_type = ${id}`,
    writeAudit(tx, ctx, {
      action: next.restores === undefined ? 'connector.updated' : 'connector.version_activated',
      resourceId: id,
      before: { name: current.name, version: current.version },
      after: { name, version },
      changes: { version, ...(next.restores === undefined ? {} : { restores: next.restores }) },
    }),
  ]);
  return readConnector(tx, orgId, id, rowVersion + 1);
}
