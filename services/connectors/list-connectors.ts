import { z } from 'zod';
import { listConnectors as listAll } from '../../connectors/registry.ts';
import { connectorCategories } from '../../core/enums.ts';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { catalogueQuery, toCataloguePage } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { type ConnectorSummary, connectorSummary, describeConnector } from './connector.ts';

export const listConnectorsInput = z.strictObject({
  ...catalogueQuery(),
  category: z.enum(connectorCategories).optional(),
});

/** Lists the catalogue, by id: all of it where no paging is asked for. */
export function listConnectors({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listConnectorsInput>;
}): Page<ConnectorSummary> {
  requireScope(ctx, 'connectors:read');
  const all = summaries().filter(({ category }) => input.category === undefined || category === input.category);
  return toCataloguePage(all, input);
}

let rendered: ConnectorSummary[] | undefined;

function summaries(): ConnectorSummary[] {
  rendered ??= listAll()
    .map((connector) => connectorSummary.parse(describeConnector(connector)))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return rendered;
}
