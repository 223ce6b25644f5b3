import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../context.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { inTenant } from '../transaction.ts';
import { type ConnectionRecord, type ConnectionRow, toConnectionRecord } from './connection.ts';

/** Reads one connection. @throws {HubError} `not_found` */
export async function getConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<ConnectionRecord> {
  requireScope(ctx, 'connections:read');
  const [row] = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<ConnectionRow[]>`
      select id, name, service_type, status, account_id, config, created_at, updated_at from connections
      where org_id = ${ctx.orgId} and id = ${toLookup('connection', input.id)} and deleted_at is null`,
  );
  if (row === undefined) throw notFound();
  return toConnectionRecord(row);
}
