import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { apiKeyStatuses } from '../../../core/enums.ts';
import type { Page } from '../../../core/pagination.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { listPage } from '../../shared/list-page.ts';
import { afterQuery, createdQuery, nameQuery, pageQuery, sortQuery, whereListed } from '../../shared/pages.ts';
import { requireScope } from '../../shared/scopes.ts';
import { readTenant } from '../../shared/transaction.ts';
import { type ApiKeyRecord, toApiKeyRecord, type UsedApiKeyRow } from './api-key-record.ts';
import { selectApiKeys } from './select-api-keys.ts';

export const listApiKeysInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(apiKeyStatuses).optional(),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
  ...afterQuery('apiKey', 'a key'),
});

/** Lists the API keys of the organization. */
export function listApiKeys({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listApiKeysInput>;
}): Promise<Page<ApiKeyRecord>> {
  requireScope(ctx, 'api_keys:read');
  const now = ctx.clock.now();
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const at = toTimestamp(now);
    const ofStatus = {
      active: sql`and disabled_at is null and (expires_at is null or expires_at > ${at})`,
      disabled: sql`and disabled_at is not null`,
      expired: sql`and disabled_at is null and expires_at <= ${at}`,
    };
    const status = input.status === undefined ? sql`` : ofStatus[input.status];
    const where = sql`where keys.org_id = ${ctx.orgId} ${status} ${whereListed(tx, 'keys', input)}`;
    return listPage<UsedApiKeyRow, ApiKeyRecord>(tx, input, {
      kind: 'apiKey',
      orgId: ctx.orgId,
      table: 'api_keys',
      as: 'keys',
      where,
      order: input.sort,
      select: (page) => selectApiKeys(tx, page),
      toItem: (row) => toApiKeyRecord(row, now),
    });
  });
}
