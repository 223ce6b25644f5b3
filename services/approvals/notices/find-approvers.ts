import { toUuid } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { decidingRoles } from '../deciding-roles.ts';

/** Who is question. */
export interface Question {
  /** UUID of the integration, whose account decides which roles count. Absent for a test, which needs no role. */
  integrationId?: string | undefined;
  /** As in `of` of the step. */
  approvers: readonly string[];
  /** Who may not decide, as the audit log shows them. */
  notBy: string | null;
}

/**
 * The addresses of the members who may decide: those who are named, and whose roles allow it for the account of the integration,
 * and those who decide for one of these now.
 */
export async function findApprovers({ sql }: Transaction, orgId: string, question: Question): Promise<string[]> {
  const { integrationId, approvers } = question;
  const named = approvers.flatMap((name) => toUuid('user', name.replace(/^member:/, '')) ?? []);
  const namedRoles = approvers.flatMap((name) => (name.startsWith('role:') ? [name.slice('role:'.length)] : []));
  const rows = await sql<{ email: string }[]>`
    with granted as (
      select user_id, role, account_id from role_grants where org_id = ${orgId}
      union all
      select user_id, role, account_id from user_group_members join user_group_grants using (org_id, group_id)
      where org_id = ${orgId}
    ), held as (
      select user_id, role from granted
      where account_id is null
        or account_id = (select account_id from integrations where org_id = ${orgId} and id = ${integrationId ?? null})
    ), able as (
      select members.user_id, users.email from memberships as members join users on users.id = members.user_id
      where members.org_id = ${orgId} and members.status = 'active'
        and members.user_id is distinct from ${toUuid('user', question.notBy ?? '') ?? null}::uuid
        and (${integrationId === undefined} or exists (
          select 1 from held where held.user_id = members.user_id and role = any(${decidingRoles})
        ))
    ), meant as (
      select user_id from able
      where ${approvers.includes('anyone')} or user_id = any(${named}::uuid[])
        or exists (select 1 from held where held.user_id = able.user_id and role = any(${namedRoles}))
    )
    select distinct email from able
    where email is not null and (user_id in (select user_id from meant) or exists (
      select 1 from approval_delegations as given
      where given.org_id = ${orgId} and given.delegate_id = able.user_id and given.user_id in (select user_id from meant)
        and clock_timestamp() >= given.starts_at and clock_timestamp() < given.ends_at
    ))
    order by email`;
  return rows.map(({ email }) => email);
}
