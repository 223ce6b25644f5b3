import { foreignKey, index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { groupSources, roles } from '../../core/enums.ts';
import { id, lifeTimes, orgId, rowVersion } from './columns.ts';
import { sql } from 'drizzle-orm';
import { accounts, organizations } from './organizations.ts';
import { memberships } from './people.ts';

/** Groups of members, who have the roles of the group beside their own. */
export const userGroups = pgTable(
  'user_groups',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    name: text('name').notNull(),
    /** Who decides about its members: people of the organization, or its identity provider. */
    source: text('source', { enum: groupSources }).notNull(),
    /** What an identity provider calls it (SCIM). */
    externalId: text('external_id'),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    uniqueIndex('user_groups_name').on(table.orgId, sql`lower(${table.name})`),
  ],
);

export const userGroupMembers = pgTable(
  'user_group_members',
  { orgId: orgId(), groupId: uuid('group_id').notNull(), userId: uuid('user_id').notNull() },
  (table) => [
    primaryKey({ columns: [table.orgId, table.groupId, table.userId] }),
    foreignKey({
      columns: [table.orgId, table.groupId],
      foreignColumns: [userGroups.orgId, userGroups.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    index('user_group_members_by_user').on(table.orgId, table.userId),
  ],
);

/** What the members of a group may do, beside their own roles. */
export const userGroupGrants = pgTable(
  'user_group_grants',
  {
    orgId: orgId(),
    groupId: uuid('group_id').notNull(),
    role: text('role', { enum: roles }).notNull(),
    /** Absent: the whole organization. */
    accountId: uuid('account_id'),
  },
  (table) => [
    unique('user_group_grants_once').on(table.orgId, table.groupId, table.role, table.accountId).nullsNotDistinct(),
    foreignKey({
      columns: [table.orgId, table.groupId],
      foreignColumns: [userGroups.orgId, userGroups.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.orgId, table.accountId], foreignColumns: [accounts.orgId, accounts.id] }).onDelete(
      'cascade',
    ),
    index('user_group_grants_by_account').on(table.orgId, table.accountId),
  ],
);
