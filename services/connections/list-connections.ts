import { z } from 'zod';
import { connectionStatuses } from '../../core/enums.ts';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, createdQuery, nameQuery, pageQuery, sortQuery, whereListed } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';
import { serviceTypeQuery } from './require-connector.ts';
import { type ConnectionRecord, type ConnectionRow, toConnectionRecord } from './connection.ts';

export const listConnectionsInput = z.strictObject({
  ...pageQuery(),
  service_type: serviceTypeQuery,
  status: z.enum(connectionStatuses).optional(),
  account_id: z.string().optional(),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
  ...afterQuery('connection', 'a connection'),
});

/** Lists the connections of the organization. */
export function listConnections({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listConnectionsInput>;
}): Promise<Page<ConnectionRecord>> {
  requireScope(ctx, 'connections:read');
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const serviceType = input.service_type === undefined ? sql`` : sql`and service_type = ${input.service_type}`;
    const status = input.status === undefined ? sql`` : sql`and status = ${input.status}`;
    const account =
      input.account_id === undefined ? sql`` : sql`and account_id = ${toLookup('account', input.account_id)}`;
    const listed = whereListed(tx, 'connections', input);
    const where = sql`where org_id = ${ctx.orgId} and deleted_at is null ${serviceType} ${status} ${account} ${listed}`;
    return listPage<ConnectionRow, ConnectionRecord>(tx, input, {
      kind: 'connection',
      orgId: ctx.orgId,
      table: 'connections',
      where,
      order: input.sort,
      select: (page) => sql`
        select id, name, service_type, status, status_reason, account_id, config, created_at, updated_at, (
          select expires_at from connection_credentials as used
          where used.org_id = connections.org_id and used.connection_id = connections.id
            and used.version = connections.credential_version
        ) as credentials_expire_at
        from connections ${page}`,
      toItem: toConnectionRecord,
    });
  });
}
