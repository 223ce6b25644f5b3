import { z } from 'zod';
import { integrationStatuses } from '../../core/enums.ts';
import { type HubError, invalidRequest } from '../../core/errors.ts';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { serviceTypeQuery } from '../connections/require-connector.ts';
import type { ServiceContext } from '../context.ts';
import { createdQuery, nameQuery, orderListed, pageQuery, sortQuery, toPage, whereListed } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { readTenant } from '../transaction.ts';
import { type IntegrationRecord, toIntegrationRecord } from './integration.ts';
import { pageDefinitionsBytesMax, selectIntegrationPage } from './select-integration.ts';

export const listIntegrationsInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(integrationStatuses).optional(),
  account_id: z.string().optional(),
  connector: serviceTypeQuery.meta({ description: 'Reads from or writes to a connection of this service type.' }),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
});

/** Lists the integrations of the organization. @throws {HubError} `invalid_request` for a page that is too large. */
export function listIntegrations({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listIntegrationsInput>;
}): Promise<Page<IntegrationRecord>> {
  requireScope(ctx, 'integrations:read');
  const { limit, offset } = toOffset(input);
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const status = input.status === undefined ? sql`` : sql`and integrations.status = ${input.status}`;
    const account =
      input.account_id === undefined
        ? sql``
        : sql`and integrations.account_id = ${toLookup('account', input.account_id)}`;
    const connector = input.connector === undefined ? sql`` : usesConnector(tx, ctx.orgId, input.connector);
    const where = sql`
      where integrations.org_id = ${ctx.orgId} and integrations.deleted_at is null ${status} ${account} ${connector}
      ${whereListed(tx, 'integrations', input)}`;
    return toPage(
      input,
      [
        selectIntegrationPage(
          tx,
          sql`${where} ${orderListed(tx, 'integrations', input.sort)} limit ${limit} offset ${offset}`,
          orderListed(tx, 'listed', input.sort),
        ),
        sql<{ total: number }[]>`select count(*) as total from integrations ${where}`,
      ],
      ({ definition, ...row }) => {
        if (definition === null) throw tooLong();
        return toIntegrationRecord({ ...row, definition });
      },
    );
  });
}

function tooLong(): HubError {
  return invalidRequest('The page is too large.', [
    {
      path: 'query.per_page',
      code: 'page_too_large',
      message: `The definitions of these integrations take more than ${pageDefinitionsBytesMax} bytes together. Ask for fewer at once.`,
    },
  ]);
}

/** The newest revision names a connection of the service type. */
function usesConnector({ sql }: Transaction, orgId: string, serviceType: string) {
  return sql`and exists (
    select 1 from integration_revisions as newest
    join connections on connections.org_id = newest.org_id and connections.id = any(newest.connection_ids)
    where newest.org_id = ${orgId} and newest.integration_id = integrations.id
      and newest.revision = integrations.revision and connections.service_type = ${serviceType}
  )`;
}
