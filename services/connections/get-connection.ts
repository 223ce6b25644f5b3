import { notFound } from '../../core/errors.ts';
import type { connections } from '../../drizzle/schema/index.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { Row } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { type ConnectionRecord, type ConnectionRow, toConnectionRecord } from './connection.ts';

/** Reads one connection. @throws {HubError} `not_found` */
export async function getConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<ConnectionRecord>> {
  requireScope(ctx, 'connections:read');
  const [row] = await readTenant(ctx, ({ sql }) =>
    sql<(ConnectionRow & Row<typeof connections, 'rowVersion'>)[]>`
      select id, name, service_type, status, status_reason, account_id, config, created_at, updated_at, row_version from connections
      where org_id = ${ctx.orgId} and id = ${toLookup('connection', input.id)} and deleted_at is null`.execute(),
  );
  if (row === undefined) throw notFound();
  return { data: toConnectionRecord(row), version: row.row_version };
}
