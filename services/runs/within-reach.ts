import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';

type Reach = Pick<ServiceContext, 'orgId' | 'accounts'>;

/**
 * A condition, behind an `and`, for a caller who acts for some accounts only: the integration of a row must belong to one of
 * them. Row-level security knows the accounts of integrations; to ask them of every run would slow all others down.
 *
 * @param column That names the integration: `runs.integration_id`.
 */
export function whereWithinReach({ sql }: Transaction, { orgId, accounts }: Reach, column: string) {
  return accounts === undefined
    ? sql``
    : sql`and ${sql(column)} in (select reached.id from integrations as reached where reached.org_id = ${orgId})`;
}

/** A condition, behind an `and`, for the runs of the integrations that belong to an account now. @param accountId As callers send it. */
export function whereOfAccount({ sql }: Transaction, orgId: string, accountId: string) {
  return sql`and runs.integration_id in (
    select owned.id from integrations as owned
    where owned.org_id = ${orgId} and owned.account_id = ${toLookup('account', accountId)}
  )`;
}

/** Lets a verb go on only with a run that the caller may know of. @param id UUID. @throws {HubError} `not_found` */
export async function requireWithinReach(tx: Transaction, ctx: Reach, id: string): Promise<void> {
  if (ctx.accounts === undefined) return;
  const [found] = await tx.sql`
    select 1 from runs where org_id = ${ctx.orgId} and id = ${id} ${whereWithinReach(tx, ctx, 'runs.integration_id')}`;
  if (found === undefined) throw notFound();
}
