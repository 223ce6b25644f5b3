import { isCustomId } from '../../connectors/kit/custom/definition.ts';
import { notFound } from '../../core/errors.ts';
import { readConnector } from './add-version.ts';
import { selectCustomConnector } from './custom-connector.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { type ConnectorRecord, renderConnector } from '../connectors/connector.ts';

/** Reads one connector of the catalogue; of one of the organization's own, with its version. @throws {HubError} `not_found` */
export async function getConnector({
  ctx,
  input: { id },
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<{ data: ConnectorRecord; version?: number }> {
  requireScope(ctx, 'connectors:read');
  if (isCustomId(id)) {
    return inTenant(ctx, async (tx) => {
      const { row_version: rowVersion } = await selectCustomConnector(tx, ctx.orgId, id);
      return readConnector(tx, ctx.orgId, id, rowVersion);
    });
  }
  const data = await renderConnector(ctx, id);
  if (data === undefined) throw notFound();
  return { data };
}
