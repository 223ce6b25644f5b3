import type { z } from 'zod';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listUses, listUsesInput, useRecord } from '../shared/list-uses.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireConnection } from './require-connection.ts';

export const listConnectionUsesInput = listUsesInput;

/** An integration that uses a connection. */
export const connectionUseRecord = useRecord('The active revision uses it, and not only the newest one.').meta({
  id: 'ConnectionUse',
});

/** Lists the integrations whose newest or active revision uses a connection. @throws {HubError} `not_found` */
export function listConnectionUses({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listConnectionUsesInput> & { id: string };
}): Promise<Page<z.infer<typeof connectionUseRecord>>> {
  requireScope(ctx, 'connections:read');
  requireScope(ctx, 'integrations:read');
  return inTenant(ctx, async (tx) => {
    const [, page] = await Promise.all([
      requireConnection({ ...ctx, transaction: tx }, input.id),
      listUses(tx, ctx, input, toLookup('connection', input.id)),
    ]);
    return page;
  });
}
