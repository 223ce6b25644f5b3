import { z } from 'zod';
import { membershipStatuses } from '../../../core/enums.ts';
import { toId } from '../../../core/ids.ts';
import type { memberships, users } from '../../../drizzle/schema/index.ts';
import { grantList, grantRecords, listScopesOf, storedGrants, toGrantRecords } from '../people/role-grants.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { idOf, readOnly, timestamp } from '../../shared/schemas.ts';
import type { Scope } from '../../shared/scopes.ts';

export const memberRecord = z
  .object({
    id: idOf('user'),
    name: z.string(),
    email: z.string().optional(),
    status: z
      .enum(membershipStatuses)
      .meta({ description: 'A suspended member cannot sign in, and no session works.' }),
    roles: grantRecords,
    invited_by: z.string().meta({ description: 'The caller, as the audit log names it.' }),
    last_seen_at: timestamp.optional().meta({ description: 'In this organization; known a minute after it.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Member' });

/** The members that a change leaves a membership with. */
export const memberState = z.strictObject({ status: z.enum(membershipStatuses), roles: grantList });

export type MemberState = z.output<typeof memberState>;

/** A JSON Merge Patch (RFC 7396), for documentation: what it makes of the member is checked as a whole. */
export const memberPatch = z
  .strictObject({
    status: z
      .enum(membershipStatuses)
      .optional()
      .meta({ description: '`suspended` ends the sessions of the member, who cannot sign in until `active` again.' }),
    roles: grantList.optional(),
    id: readOnly,
    name: readOnly,
    email: readOnly,
    invited_by: readOnly,
    last_seen_at: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
  })
  .meta({ id: 'MemberPatch' });

export type MemberRecord = z.infer<typeof memberRecord>;

export type MemberRow = Row<
  typeof memberships,
  'userId' | 'status' | 'invitedBy' | 'rowVersion' | 'createdAt' | 'updatedAt'
> &
  Row<typeof users, 'name' | 'email'> & {
    grants: unknown;
    /** What groups give them besides. */
    group_grants: unknown;
    last_seen_at: string | null;
  };

/** What a member may do, by roles of their own and by groups. */
export function listMemberScopes({ grants, group_grants: groupGrants }: MemberRow): Scope[] {
  return listScopesOf([...storedGrants.parse(grants), ...storedGrants.parse(groupGrants)]);
}

export function toMemberRecord(row: MemberRow): MemberRecord {
  return {
    id: toId('user', row.user_id),
    name: row.name,
    ...(row.email === null ? {} : { email: row.email }),
    status: row.status,
    roles: toGrantRecords(storedGrants.parse(row.grants)),
    invited_by: row.invited_by,
    ...(row.last_seen_at === null ? {} : { last_seen_at: fromTime(row.last_seen_at) }),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}
