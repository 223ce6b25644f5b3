import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { operationColumns, type OperationRecord, type OperationRow, toOperationRecord } from './operation.ts';

/** Reads a single operation. Its connection, which may be deleted, decides who sees it. @throws {HubError} `not_found` */
export async function getOperation({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<OperationRecord> {
  requireScope(ctx, 'connections:use');
  const [row] = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<OperationRow[]>`
      select ${sql.unsafe(operationColumns)} from operations
      where org_id = ${ctx.orgId} and id = ${toLookup('operation', input.id)}
        and connection_id in (select reached.id from connections as reached where reached.org_id = ${ctx.orgId})`,
  );
  if (row === undefined) throw notFound();
  return toOperationRecord(row);
}
