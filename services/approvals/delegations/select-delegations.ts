import type { Transaction } from '../../../drizzle/client.ts';
import type { ServiceContext } from '../../shared/context.ts';
import type { DelegationRow } from './delegation.ts';

/** Reads what a member gave to others or got from them and is not over, in the order of its end. @param userId UUID. */
export function selectDelegations({ sql }: Transaction, { orgId }: ServiceContext, userId: string) {
  return sql<DelegationRow[]>`
    select given.id, given.user_id, given.delegate_id, given.starts_at, given.ends_at, given.created_at,
      member.name as member_name, delegate.name as delegate_name
    from approval_delegations as given
    join users as member on member.id = given.user_id join users as delegate on delegate.id = given.delegate_id
    where given.org_id = ${orgId} and ${userId} in (given.user_id, given.delegate_id) and given.ends_at > clock_timestamp()
    order by given.ends_at, given.id`;
}
