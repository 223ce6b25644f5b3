import type { Transaction } from '../../drizzle/client.ts';
import type { ServiceContext } from '../shared/context.ts';

/** A condition, behind an `and`, for a caller who acts for some accounts only: links must be of one of them. */
export function whereAccountsReach({ sql }: Transaction, { accounts }: Pick<ServiceContext, 'accounts'>) {
  return accounts === undefined ? sql`` : sql`and account_id = any(${[...accounts]}::uuid[])`;
}
