import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { accountStatuses } from '../../core/enums.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toJsonb } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { nameSchema, smallObject } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { type AccountRecord, type AccountRow, metadataBytesMax, toAccountRecord } from './account.ts';

export const createAccountInput = z
  .strictObject({
    name: nameSchema,
    status: z.enum(accountStatuses).default('active'),
    external_ref: z.string().min(1).max(255).optional(),
    metadata: smallObject(metadataBytesMax).optional(),
  })
  .meta({ id: 'AccountInput' });

/** Adds an account to the organization. */
export async function createAccount({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof createAccountInput>;
}): Promise<AccountRecord> {
  requireScope(ctx, 'accounts:write');
  const now = toTimestamp(ctx.clock.now());
  const row: AccountRow = {
    id: newUuid(),
    name: input.name,
    status: input.status,
    external_ref: input.external_ref ?? null,
    metadata: input.metadata ?? null,
    created_at: now,
    updated_at: now,
  };
  const record = toAccountRecord(row);
  await inTenant(ctx, async (tx) => {
    const metadata = input.metadata === undefined ? null : toJsonb(input.metadata);
    await Promise.all([
      tx.sql`
        insert into accounts (org_id, id, name, status, external_ref, metadata, created_at, updated_at)
        values (${ctx.orgId}, ${row.id}, ${row.name}, ${row.status}, ${row.external_ref}, ${metadata}, ${now}, ${now})`,
      writeAudit(tx, ctx, {
        action: 'account.created',
        resourceId: toId('account', row.id),
        after: record,
        changes: { name: row.name },
      }),
    ]);
  });
  return record;
}
