import { z } from 'zod';
import { listOwnConnectors } from '../../catalogue/index.ts';
import { connectorCategories } from '../../core/enums.ts';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { catalogueQuery, toCataloguePage } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { type ConnectorSummary, listHubConnectors, toConnectorSummary } from '../connectors/connector.ts';

export const listConnectorsInput = z.strictObject({
  ...catalogueQuery(),
  category: z.enum(connectorCategories).optional(),
});

/** Lists the catalogue, by id: all of it where no paging is asked for. What the organization added is among it. */
export async function listConnectors({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listConnectorsInput>;
}): Promise<Page<ConnectorSummary>> {
  requireScope(ctx, 'connectors:read');
  const own = await inTenant(ctx, (tx) => listOwnConnectors(tx, ctx.orgId));
  const all = [...listHubConnectors(), ...own.map(toConnectorSummary)]
    .filter(({ category }) => input.category === undefined || category === input.category)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return toCataloguePage(all, input);
}
