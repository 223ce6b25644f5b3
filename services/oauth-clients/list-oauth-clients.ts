import { z } from 'zod';
import { type Page, toOffset } from '../../core/pagination.ts';
import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../context.ts';
import { createdQuery, nameQuery, orderListed, pageQuery, sortQuery, toPage, whereListed } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { readTenant } from '../transaction.ts';
import { type OauthClientRecord, type OauthClientRow, toOauthClientRecord } from './oauth-client.ts';

export const listOauthClientsInput = z.strictObject({ ...pageQuery(), ...createdQuery, ...nameQuery, ...sortQuery });

/** Lists the OAuth clients of the organization. */
export function listOauthClients({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listOauthClientsInput>;
}): Promise<Page<OauthClientRecord>> {
  requireScope(ctx, adminScopes.read);
  const { limit, offset } = toOffset(input);
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const where = sql`where org_id = ${ctx.orgId} ${whereListed(tx, 'oauth_clients', input)}`;
    return toPage(
      input,
      [
        sql<OauthClientRow[]>`
          select id, name, auth_method, secret_last4, previous_expires_at, jwks, scopes, disabled_at, row_version,
                 created_at, updated_at
          from oauth_clients ${where} ${orderListed(tx, 'oauth_clients', input.sort)} limit ${limit} offset ${offset}`,
        sql<{ total: number }[]>`select count(*) as total from oauth_clients ${where}`,
      ],
      toOauthClientRecord,
    );
  });
}
