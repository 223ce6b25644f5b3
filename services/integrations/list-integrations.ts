import { z } from 'zod';
import { integrationStatuses } from '../../core/enums.ts';
import { type HubError, invalidRequest } from '../../core/errors.ts';
import type { Page } from '../../core/pagination.ts';
import { serviceTypeQuery } from '../connections/require-connector.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import {
  afterQuery,
  createdQuery,
  nameQuery,
  orderListed,
  pageQuery,
  sortQuery,
  whereListed,
} from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';
import { type IntegrationRecord, toIntegrationRecord } from './integration.ts';
import { type ListedIntegrationRow, pageDefinitionsBytesMax, selectIntegrationPage } from './select-integration.ts';
import { messages } from '../../core/messages.ts';

export const listIntegrationsInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(integrationStatuses).optional(),
  account_id: z.string().optional(),
  connector: serviceTypeQuery.meta({ description: 'Reads from or writes to a connection of this service type.' }),
  include: z
    .literal('last_run')
    .optional()
    .meta({ description: '`last_run` adds the newest run of each. It needs the scope `runs:read`.' }),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
  ...afterQuery('integration', 'an integration'),
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
  const lastRunsOf = input.include === 'last_run' ? ctx.orgId : undefined;
  if (lastRunsOf !== undefined) requireScope(ctx, 'runs:read');
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const status = input.status === undefined ? sql`` : sql`and integrations.status = ${input.status}`;
    const account =
      input.account_id === undefined
        ? sql``
        : sql`and integrations.account_id = ${toLookup('account', input.account_id)}`;
    const connector =
      input.connector === undefined ? sql`` : sql`and integrations.service_types @> array[${input.connector}]`;
    const where = sql`
      where integrations.org_id = ${ctx.orgId} and integrations.deleted_at is null ${status} ${account} ${connector}
      ${whereListed(tx, 'integrations', input)}`;
    return listPage<ListedIntegrationRow, IntegrationRecord>(tx, input, {
      kind: 'integration',
      orgId: ctx.orgId,
      table: 'integrations',
      where,
      order: input.sort,
      isSearched: input.q !== undefined || input.connector !== undefined,
      select: (page) => selectIntegrationPage(tx, page, orderListed(tx, 'listed', input.sort), lastRunsOf),
      toItem: ({ definition, ...row }) => {
        if (definition === null) throw tooLong();
        return toIntegrationRecord({ ...row, definition });
      },
    });
  });
}

function tooLong(): HubError {
  return invalidRequest(messages.definitionPageTooLarge, [
    {
      path: 'query.per_page',
      code: 'page_too_large',
      message: messages.definitionsTooLarge({ bytesMax: pageDefinitionsBytesMax }),
    },
  ]);
}
