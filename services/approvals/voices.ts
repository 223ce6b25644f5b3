import type postgres from 'postgres';
import { toId, toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { type RoleGrant, storedGrants } from '../access/people/role-grants.ts';
import type { ServiceContext } from '../shared/context.ts';
import { hasScope } from '../shared/scopes.ts';
import { decidingRoles } from './deciding-roles.ts';

/** For whom a caller may decide: themselves, or a member who let them do so. */
export interface Voice {
  /** As the audit log shows them. */
  person: string;
  /** UUID of the member for whom the caller decides; `null`: for themselves. */
  onBehalfOf: string | null;
  /** What the person is called in `of` of a step, and for the integrations of which account; `null`: of all. */
  names: readonly { name: string; account: string | null }[];
}

/**
 * Reads for whom the caller may decide, themselves first.
 *
 * A role for an account counts for the integrations of that account, and so does who may decide there only.
 */
export async function readVoices({ sql }: Transaction, ctx: ServiceContext): Promise<Voice[]> {
  const { orgId, actor, session, userId } = ctx;
  if (!hasScope(ctx.scopes, 'runs:approve')) return [];
  if (session === undefined || userId === undefined) {
    return [{ person: actor, onBehalfOf: null, names: toNames(['anyone', `key:${actor}`], null) }];
  }
  const given = await sql<{ user_id: string; grants: unknown }[]>`
    select distinct given.user_id, (
      select coalesce(jsonb_agg(held), '[]') from (
        select role, account_id from role_grants where org_id = ${orgId} and user_id = given.user_id
        union
        select role, account_id from user_group_members join user_group_grants using (org_id, group_id)
        where org_id = ${orgId} and user_id = given.user_id
      ) as held
    ) as grants
    from approval_delegations as given
    join memberships as members on members.org_id = ${orgId} and members.user_id = given.user_id and members.status = 'active'
    where given.org_id = ${orgId} and given.delegate_id = ${userId}
      and clock_timestamp() >= given.starts_at and clock_timestamp() < given.ends_at
    order by given.user_id`;
  return [
    { person: actor, onBehalfOf: null, names: namesOf(actor, session.grants) },
    ...given.map(({ user_id: id, grants }): Voice => {
      const person = toId('user', id);
      return { person, onBehalfOf: id, names: namesOf(person, storedGrants.parse(grants)) };
    }),
  ];
}

/** What a member is called where they may decide. */
function namesOf(person: string, grants: readonly RoleGrant[]): Voice['names'] {
  const decide = grants.filter(({ role }) => decidingRoles.includes(role));
  return decide.flatMap(({ account_id: account }) => [
    ...toNames(['anyone', `member:${person}`], account),
    ...grants.flatMap(({ role, account_id: of }) =>
      of === null || account === null || of === account ? toNames([`role:${role}`], of ?? account) : [],
    ),
  ]);
}

function toNames(names: readonly string[], account: string | null): Voice['names'] {
  return names.map((name) => ({ name, account }));
}

/** A number for each approval: the place of the first voice that may decide and has not yet, or null. It speaks of `waits`. */
export function selectVoice(
  { sql }: Transaction,
  { orgId, actor }: ServiceContext,
  voices: readonly Voice[],
): postgres.PendingQuery<postgres.Row[]> {
  const cases = voices.map(({ person, names }, place) => {
    const userId = toUuid('user', person);
    const forThem = userId === undefined ? sql`` : sql`or said.on_behalf_of = ${userId}`;
    const everywhere = names.filter(({ account }) => account === null).map(({ name }) => name);
    const limited = names.flatMap(({ name, account }) => (account === null ? [] : [{ name, account }]));
    return sql`
      when waits.not_by is distinct from ${person}
        and (waits.approvers && ${everywhere}::text[] or exists (
          select 1 from unnest(${limited.map(({ name }) => name)}::text[], ${limited.map(({ account }) => account)}::uuid[])
            as granted (name, account_id)
          join integrations as within on within.org_id = ${orgId} and within.account_id = granted.account_id
          where within.id = waits.integration_id and granted.name = any(waits.approvers)
        ))
        and not exists (
          select 1 from approval_decisions as said where said.org_id = waits.org_id and said.wait_id = waits.id
            and (said.actor in (${person}, ${actor}) ${forThem})
        )
        then ${place}::int`;
  });
  if (cases.length === 0) return sql`null::int`;
  return sql`case when waits.status <> 'open' or waits.not_by = ${actor} then null ${cases} end`;
}
