import { z } from 'zod';
import { integrationStatuses } from '../../core/enums.ts';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { serviceTypePattern } from '../connections/require-connector.ts';
import type { ServiceContext } from '../context.ts';
import { createdQuery, nameQuery, orderListed, pageQuery, sortQuery, toPage, whereListed } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { readTenant } from '../transaction.ts';
import { type IntegrationRecord, type IntegrationRow, toIntegrationRecord } from './integration.ts';
import { selectIntegrations } from './select-integration.ts';

export const listIntegrationsInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(integrationStatuses).optional(),
  account_id: z.string().optional(),
  connector: z
    .string()
    .regex(serviceTypePattern)
    .optional()
    .meta({ description: 'Reads from or writes to a connection of this service type.' }),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
});

/** Lists the integrations of the organization. */
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
    return toPage<IntegrationRow, IntegrationRecord>(
      input,
      [
        selectIntegrations(
          tx,
          sql`${where} ${orderListed(tx, 'integrations', input.sort)} limit ${limit} offset ${offset}`,
        ),
        sql<{ total: number }[]>`select count(*) as total from integrations ${where}`,
      ],
      toIntegrationRecord,
    );
  });
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
