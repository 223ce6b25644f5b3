import { z } from 'zod';
import { listConnectors as listAll } from '../../connectors/registry.ts';
import { connectorCategories } from '../../core/enums.ts';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { ServiceContext } from '../context.ts';
import { pageQuery } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { type ConnectorSummary, connectorSummary, describeConnector } from './connector.ts';

const paging = pageQuery();
/** What the parameters of other lists are documented as, without their default: here it is everything. */
const { default: _first, ...pageText } = paging.page.meta() ?? {};
const { default: _all, ...sizeText } = paging.per_page.meta() ?? {};

export const listConnectorsInput = z.strictObject({
  page: paging.page.unwrap().optional().meta(pageText),
  per_page: paging.per_page.unwrap().optional().meta(sizeText),
  category: z.enum(connectorCategories).optional(),
});

/** Lists the catalogue, by id: all of it where no paging is asked for. @see API.md A6 */
export function listConnectors({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listConnectorsInput>;
}): Page<ConnectorSummary> {
  requireScope(ctx, 'connectors:read');
  const all = summaries().filter(({ category }) => input.category === undefined || category === input.category);
  const total = all.length;
  if (input.page === undefined && input.per_page === undefined) {
    return { items: all, meta: { page: 1, per_page: total, total } };
  }
  const request = { page: input.page ?? 1, per_page: input.per_page ?? 100 };
  const { limit, offset } = toOffset(request);
  return { items: all.slice(offset, offset + limit), meta: { ...request, total } };
}

let rendered: ConnectorSummary[] | undefined;

function summaries(): ConnectorSummary[] {
  rendered ??= listAll()
    .map((connector) => connectorSummary.parse(describeConnector(connector)))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return rendered;
}
