import type postgres from 'postgres';
import { notFound } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { toLookup } from '../../shared/schemas.ts';
import type { MemberRow } from './member.ts';

/** Reads members with their roles. `where` and what follows it speak of `members`. */
export function selectMembers({ sql }: Transaction, orgId: string, where: postgres.PendingQuery<postgres.Row[]>) {
  return sql<MemberRow[]>`
    select members.user_id, users.name, users.email, members.status, members.invited_by, members.row_version,
           members.created_at, members.updated_at, coalesce((
             select jsonb_agg(jsonb_build_object('role', role, 'account_id', account_id)) from role_grants
             where role_grants.org_id = ${orgId} and role_grants.user_id = members.user_id
           ), '[]') as grants, coalesce((
             select jsonb_agg(jsonb_build_object('role', role, 'account_id', account_id)) from user_group_members
             join user_group_grants using (org_id, group_id)
             where user_group_members.org_id = ${orgId} and user_group_members.user_id = members.user_id
           ), '[]') as group_grants, (
             select max(last_seen_at) from user_sessions
             where user_sessions.org_id = ${orgId} and user_sessions.user_id = members.user_id
           ) as last_seen_at
    from memberships as members join users on users.id = members.user_id
    ${where}`;
}

/** @param userId UUID. @returns `undefined` for who is no member. */
export async function findMember(tx: Transaction, orgId: string, userId: string): Promise<MemberRow | undefined> {
  const [row] = await selectMembers(tx, orgId, tx.sql`where members.org_id = ${orgId} and members.user_id = ${userId}`);
  return row;
}

/** Reads one member; with `lock`, it cannot change for the rest of the transaction. @throws {HubError} `not_found` */
export async function requireMember(tx: Transaction, orgId: string, id: string, lock?: 'lock'): Promise<MemberRow> {
  const { sql } = tx;
  const userId = toLookup('user', id);
  const where = sql`where members.org_id = ${orgId} and members.user_id = ${userId}
    ${lock === undefined ? sql`` : sql`for no key update of members`}`;
  const [row] = await selectMembers(tx, orgId, where);
  if (row === undefined) throw notFound();
  return row;
}
