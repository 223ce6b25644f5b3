import { z } from 'zod';
import { integrationStatuses } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { Page } from '../../core/pagination.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { ServiceContext } from './context.ts';
import { type ListRequest, listPage } from './list-page.ts';
import { afterQuery, pageQuery } from './pages.ts';
import { idOf } from './schemas.ts';

export const listUsesInput = z.strictObject({
  ...pageQuery(),
  ...afterQuery('integration', 'an integration'),
});

/** An integration whose newest or active revision names something. @param runsUseIt What it says of the active revision. */
export function useRecord(runsUseIt: string) {
  return z.object({
    id: idOf('integration'),
    name: z.string(),
    status: z.enum(integrationStatuses),
    runs_use_it: z.boolean().meta({ description: runsUseIt }),
  });
}

type Use = z.infer<ReturnType<typeof useRecord>>;

/** Lists the integrations whose newest or active revision names something, in the order of an index. @param usedId UUID. */
export function listUses(
  tx: Transaction,
  { orgId, accounts }: Pick<ServiceContext, 'orgId' | 'accounts'>,
  input: ListRequest,
  usedId: string,
): Promise<Page<Use>> {
  const { sql } = tx;
  // Row-level security knows the accounts of integrations; only callers who are limited to some need it asked.
  const reached =
    accounts === undefined
      ? sql``
      : sql`and uses.integration_id in (select id from integrations where org_id = ${orgId})`;
  return listPage<Use, Use>(tx, input, {
    kind: 'integration',
    orgId,
    table: 'integration_uses',
    as: 'uses',
    id: 'integration_id',
    where: sql`where uses.org_id = ${orgId} and uses.used_id = ${usedId} ${reached}`,
    order: 'created_at',
    select: (page) => sql`
      select integrations.id, name, status, status = 'active' and uses.active as runs_use_it
      from integration_uses as uses
      join integrations on integrations.org_id = uses.org_id and integrations.id = uses.integration_id ${page}`,
    toItem: (row) => ({ ...row, id: toId('integration', row.id) }),
  });
}
