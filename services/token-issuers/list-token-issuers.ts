import { z } from 'zod';
import { type Page, toOffset } from '../../core/pagination.ts';
import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../context.ts';
import { createdQuery, nameQuery, orderListed, pageQuery, sortQuery, toPage, whereListed } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { readTenant } from '../transaction.ts';
import { type TokenIssuerRecord, type TokenIssuerRow, toTokenIssuerRecord } from './token-issuer.ts';

export const listTokenIssuersInput = z.strictObject({ ...pageQuery(), ...createdQuery, ...nameQuery, ...sortQuery });

/** Lists the external issuers that the organization trusts. */
export function listTokenIssuers({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listTokenIssuersInput>;
}): Promise<Page<TokenIssuerRecord>> {
  requireScope(ctx, adminScopes.read);
  const { limit, offset } = toOffset(input);
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const where = sql`where org_id = ${ctx.orgId} ${whereListed(tx, 'token_issuers', input)}`;
    return toPage(
      input,
      [
        sql<TokenIssuerRow[]>`
          select id, name, issuer, audience, jwks_uri, algorithms, scope_rules, subjects, disabled_at, row_version,
                 created_at, updated_at
          from token_issuers ${where} ${orderListed(tx, 'token_issuers', input.sort)} limit ${limit} offset ${offset}`,
        sql<{ total: number }[]>`select count(*) as total from token_issuers ${where}`,
      ],
      toTokenIssuerRecord,
    );
  });
}
