import { z } from 'zod';
import { integrationStatuses } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, pageQuery } from '../shared/pages.ts';
import { idOf } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireConnection } from './require-connection.ts';

export const listConnectionUsesInput = z.strictObject({
  ...pageQuery(),
  ...afterQuery('integration', 'an integration'),
});

/** An integration that uses a connection. */
export const connectionUseRecord = z
  .object({
    id: idOf('integration'),
    name: z.string(),
    status: z.enum(integrationStatuses),
    runs_use_it: z.boolean().meta({ description: 'The active revision uses it, and not only the newest one.' }),
  })
  .meta({ id: 'ConnectionUse' });

type ConnectionUse = z.infer<typeof connectionUseRecord>;

interface UseRow {
  id: string;
  name: string;
  status: ConnectionUse['status'];
  runs_use_it: boolean;
}

/** Lists the integrations whose newest or active revision uses a connection. @throws {HubError} `not_found` */
export async function listConnectionUses({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listConnectionUsesInput> & { id: string };
}): Promise<Page<ConnectionUse>> {
  requireScope(ctx, 'connections:read');
  requireScope(ctx, 'integrations:read');
  const { orgId } = ctx;
  const connection = await requireConnection(ctx, input.id);
  return inTenant(ctx, (tx) => {
    const { sql } = tx;
    const names = sql`revisions.connection_ids @> array[${connection.id}::uuid]`;
    const where = sql`
      where integrations.org_id = ${orgId} and integrations.deleted_at is null and integrations.id in (
        select revisions.integration_id from integration_revisions as revisions
        join integrations as users on users.org_id = revisions.org_id and users.id = revisions.integration_id
          and revisions.revision in (users.revision, users.active_revision)
        where revisions.org_id = ${orgId} and ${names}
      )`;
    return listPage<UseRow, ConnectionUse>(tx, input, {
      kind: 'integration',
      orgId,
      table: 'integrations',
      where,
      order: 'created_at',
      select: (page) => sql`
        select id, name, status, status = 'active' and exists (
          select 1 from integration_revisions as revisions
          where revisions.org_id = integrations.org_id and revisions.integration_id = integrations.id
            and revisions.revision = integrations.active_revision and ${names}
        ) as runs_use_it
        from integrations ${page}`,
      toItem: (row) => ({ ...row, id: toId('integration', row.id) }),
    });
  });
}
