import { z } from 'zod';
import type postgres from 'postgres';
import { groupSources } from '../../../core/enums.ts';
import { notFound } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { userGroups } from '../../../drizzle/schema/index.ts';
import { grantList, grantRecords, storedGrants, toGrantRecords } from '../people/role-grants.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { idOf, nameSchema, timestamp, toLookup } from '../../shared/schemas.ts';

const membersMax = 1000;

/** Roles of a group may be none: a directory's group that nobody uses yet. */
const groupRoles = grantList
  .unwrap()
  .array()
  .max(100)
  .refine((list) => list.every(({ role }) => role !== 'owner'), messages.ssoRoleOwner)
  .meta({ description: 'What its members may do, beside their own roles. Not `owner`.' });

export const groupInput = z
  .strictObject({
    name: nameSchema,
    roles: groupRoles.default([]),
    members: z.array(idOf('user')).max(membersMax).default([]).meta({
      description: 'Ids of members of the organization. Of a group by SCIM, the identity provider decides them.',
    }),
  })
  .meta({ id: 'GroupInput' });

export const groupMembers = ['name', 'roles', 'members'];

export const groupRecord = z
  .object({
    id: idOf('group'),
    name: z.string(),
    source: z.enum(groupSources).meta({ description: '`scim`: an identity provider decides about name and members.' }),
    external_id: z.string().optional().meta({ description: 'What the identity provider calls it.' }),
    roles: grantRecords,
    members: z.array(idOf('user')).meta({ description: 'Ids of its members.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Group' });

export type GroupRecord = z.infer<typeof groupRecord>;

export type GroupRow = Row<
  typeof userGroups,
  'id' | 'name' | 'source' | 'externalId' | 'rowVersion' | 'createdAt' | 'updatedAt'
> & { grants: unknown; members: readonly string[] };

export function toGroupRecord(row: GroupRow): GroupRecord {
  return {
    id: toId('group', row.id),
    name: row.name,
    source: row.source,
    ...(row.external_id === null ? {} : { external_id: row.external_id }),
    roles: toGrantRecords(storedGrants.parse(row.grants)),
    members: row.members.map((id) => toId('user', id)),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}

/** Reads groups with their roles and members. `where` and what follows it speak of `g`. */
export function selectGroups({ sql }: Transaction, orgId: string, where: postgres.PendingQuery<postgres.Row[]>) {
  return sql<GroupRow[]>`
    select g.id, g.name, g.source, g.external_id, g.row_version, g.created_at, g.updated_at, coalesce((
             select jsonb_agg(jsonb_build_object('role', role, 'account_id', account_id)) from user_group_grants
             where user_group_grants.org_id = ${orgId} and user_group_grants.group_id = g.id
           ), '[]') as grants, coalesce((
             select jsonb_agg(user_id order by user_id) from user_group_members
             where user_group_members.org_id = ${orgId} and user_group_members.group_id = g.id
           ), '[]') as members
    from user_groups as g where g.org_id = ${orgId} ${where}`;
}

/** Reads one group; with `lock`, it cannot change for the rest of the transaction. @throws {HubError} `not_found` */
export async function requireGroup(tx: Transaction, orgId: string, id: string, lock?: 'lock'): Promise<GroupRow> {
  const { sql } = tx;
  const where = sql`and g.id = ${toLookup('group', id)} ${lock === undefined ? sql`` : sql`for no key update of g`}`;
  const [row] = await selectGroups(tx, orgId, where);
  if (row === undefined) throw notFound();
  return row;
}
