import type { Transaction } from '../../../drizzle/client.ts';

/**
 * Makes the members of a group those who are named.
 *
 * @param userIds UUIDs, each once.
 * @returns how many came and went, and how many of those named are no members of the organization: then nobody came.
 */
export async function setGroupMembers(
  { sql }: Transaction,
  orgId: string,
  groupId: string,
  userIds: readonly string[],
): Promise<{ changed: number; unknown: number }> {
  const named = [...userIds];
  const [known] = await sql<{ count: number }[]>`
    select count(*) from memberships where org_id = ${orgId} and user_id = any(${named}::uuid[])`;
  const unknown = named.length - (known?.count ?? 0);
  if (unknown > 0) return { changed: 0, unknown };
  const gone = await sql`
    delete from user_group_members
    where org_id = ${orgId} and group_id = ${groupId} and not (user_id = any(${named}::uuid[]))`;
  const added = await sql`
    insert into user_group_members (org_id, group_id, user_id)
    select ${orgId}, ${groupId}, unnest(${named}::uuid[]) on conflict do nothing`;
  return { changed: gone.count + added.count, unknown };
}
