import { z } from 'zod';
import { integrationStatuses } from '../../core/enums.ts';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { ServiceContext } from '../context.ts';
import { pageQuery, toPage } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { inTenant } from '../transaction.ts';
import { type IntegrationRecord, type IntegrationRow, toIntegrationRecord } from './integration.ts';
import { selectIntegrations } from './select-integration.ts';

export const listIntegrationsInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(integrationStatuses).optional(),
  account_id: z.string().optional(),
});

/** Lists the integrations of the organization, oldest first. */
export function listIntegrations({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listIntegrationsInput>;
}): Promise<Page<IntegrationRecord>> {
  requireScope(ctx, 'integrations:read');
  const { limit, offset } = toOffset(input);
  return inTenant(ctx, (tx) => {
    const { sql } = tx;
    const status = input.status === undefined ? sql`` : sql`and integrations.status = ${input.status}`;
    const account =
      input.account_id === undefined
        ? sql``
        : sql`and integrations.account_id = ${toLookup('account', input.account_id)}`;
    const where = sql`where integrations.org_id = ${ctx.orgId} and integrations.deleted_at is null ${status} ${account}`;
    return toPage<IntegrationRow, IntegrationRecord>(
      input,
      [
        selectIntegrations(tx, sql`${where} order by integrations.id limit ${limit} offset ${offset}`),
        sql<{ total: number }[]>`select count(*) as total from integrations ${where}`,
      ],
      toIntegrationRecord,
    );
  });
}
