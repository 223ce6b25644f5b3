import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { type ApiKeyRecord, toApiKeyRecord } from './api-key-record.ts';
import { requireApiKey } from './select-api-keys.ts';

/** Reads one API key. @throws {HubError} `not_found` */
export async function getApiKey({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<{ record: ApiKeyRecord; version: number }> {
  requireScope(ctx, 'api_keys:read');
  const row = await inTenant(ctx, (tx) => requireApiKey(tx, ctx.orgId, input.id));
  return { record: toApiKeyRecord(row, ctx.clock.now()), version: row.row_version };
}
