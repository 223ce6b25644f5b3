import { z } from 'zod';
import type { Page } from '../../../core/pagination.ts';
import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { listPage } from '../../shared/list-page.ts';
import { afterQuery, createdQuery, nameQuery, pageQuery, sortQuery, whereListed } from '../../shared/pages.ts';
import { requireScope } from '../../shared/scopes.ts';
import { readTenant } from '../../shared/transaction.ts';
import { type TokenIssuerRecord, type TokenIssuerRow, toTokenIssuerRecord } from './token-issuer.ts';

export const listTokenIssuersInput = z.strictObject({
  ...pageQuery(),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
  ...afterQuery('tokenIssuer', 'an issuer'),
});

/** Lists the external issuers that the organization trusts. */
export function listTokenIssuers({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listTokenIssuersInput>;
}): Promise<Page<TokenIssuerRecord>> {
  requireScope(ctx, adminScopes.read);
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const where = sql`where org_id = ${ctx.orgId} ${whereListed(tx, 'token_issuers', input)}`;
    return listPage<TokenIssuerRow, TokenIssuerRecord>(tx, input, {
      kind: 'tokenIssuer',
      orgId: ctx.orgId,
      table: 'token_issuers',
      where,
      order: input.sort,
      select: (page) => sql`
        select id, name, issuer, audience, jwks_uri, algorithms, scope_rules, subjects, disabled_at, row_version,
               created_at, updated_at
        from token_issuers ${page}`,
      toItem: toTokenIssuerRecord,
    });
  });
}
