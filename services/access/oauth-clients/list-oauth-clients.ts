import { z } from 'zod';
import type { Page } from '../../../core/pagination.ts';
import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { listPage } from '../../shared/list-page.ts';
import { afterQuery, createdQuery, nameQuery, pageQuery, sortQuery, whereListed } from '../../shared/pages.ts';
import { requireScope } from '../../shared/scopes.ts';
import { readTenant } from '../../shared/transaction.ts';
import { type OauthClientRecord, type OauthClientRow, toOauthClientRecord } from './oauth-client.ts';

export const listOauthClientsInput = z.strictObject({
  ...pageQuery(),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
  ...afterQuery('oauthClient', 'a client'),
});

/** Lists the OAuth clients of the organization. */
export function listOauthClients({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listOauthClientsInput>;
}): Promise<Page<OauthClientRecord>> {
  requireScope(ctx, adminScopes.read);
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const where = sql`where org_id = ${ctx.orgId} ${whereListed(tx, 'oauth_clients', input)}`;
    return listPage<OauthClientRow, OauthClientRecord>(tx, input, {
      kind: 'oauthClient',
      orgId: ctx.orgId,
      table: 'oauth_clients',
      where,
      order: input.sort,
      select: (page) => sql`
        select id, name, auth_method, secret_last4, previous_expires_at, jwks, scopes, disabled_at, row_version,
               created_at, updated_at
        from oauth_clients ${page}`,
      toItem: toOauthClientRecord,
    });
  });
}
