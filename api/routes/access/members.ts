import { z } from 'zod';
import { adminScopes } from '../../../services/access/admin-scopes.ts';
import { endedSessionsRecord, endMemberSessions } from '../../../services/access/members/end-member-sessions.ts';
import { getMember } from '../../../services/access/members/get-member.ts';
import { listMembers, listMembersInput } from '../../../services/access/members/list-members.ts';
import { listRoles, roleRecord } from '../../../services/access/members/list-roles.ts';
import { memberPatch, memberRecord } from '../../../services/access/members/member.ts';
import { removeMember } from '../../../services/access/members/remove-member.ts';
import { updateMember } from '../../../services/access/members/update-member.ts';
import { createResetLink } from '../../../services/reset-links/create-reset-link.ts';
import { newResetLinkRecord, resetLinkInput } from '../../../services/reset-links/reset-link.ts';
import { anyMembers } from '../../requests/any-members.ts';
import { defineRoute } from '../../route.ts';
import { deletedRecord, toList } from '../../answers/to-list.ts';

const tag = 'Members';

export const memberRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/roles',
      operationId: 'listRoles',
      tag,
      summary: 'List roles',
      description: 'What members can be, with the scopes of each. Roles add up.',
      scope: adminScopes.read,
      status: 200,
      data: z.array(roleRecord),
    },
    ({ ctx }) => ({ data: listRoles({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/members',
      operationId: 'listMembers',
      tag,
      summary: 'List members',
      scope: adminScopes.read,
      query: listMembersInput,
      status: 200,
      data: z.array(memberRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listMembers({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/members/{id}',
      operationId: 'getMember',
      tag,
      summary: 'Get a member',
      scope: adminScopes.read,
      status: 200,
      data: memberRecord,
      versioned: true,
    },
    ({ ctx, id }) => getMember({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/members/{id}',
      operationId: 'updateMember',
      tag,
      summary: 'Change the roles of a member, or suspend them',
      description:
        'Takes effect within a second, in sessions too. The caller needs every scope that the member has, before and ' +
        'after. The last owner stays one.',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: anyMembers, documented: memberPatch },
      status: 200,
      data: memberRecord,
      versioned: true,
      errors: ['resource_in_use'],
    },
    ({ ctx, id, body }) => updateMember({ ctx, input: { id, mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/members/{id}',
      operationId: 'removeMember',
      tag,
      summary: 'Remove a member',
      description: 'Their sessions in the organization end within a second. Keys that they made stay.',
      scope: adminScopes.write,
      sensitive: true,
      status: 200,
      data: deletedRecord('user'),
      versioned: true,
      errors: ['resource_in_use'],
    },
    async ({ ctx, id }) => {
      await removeMember({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/members/{id}/end-sessions',
      operationId: 'endMemberSessions',
      tag,
      summary: 'End all sessions of a member',
      description: 'In this organization, within a second. The member can sign in again.',
      scope: adminScopes.write,
      sensitive: true,
      status: 200,
      data: endedSessionsRecord,
    },
    async ({ ctx, id }) => ({ data: await endMemberSessions({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/members/{id}/reset-links',
      operationId: 'createResetLink',
      tag,
      summary: 'Make a link for a new password of a member',
      description:
        'The answer holds the only copy of a link that works once, for at most a day; earlier ones of the member end. Give it to ' +
        'the member yourself. The caller needs every scope that the member has. Members of other organizations are refused ' +
        '(`details.reason: "member_elsewhere"`), as are those who have to sign in by the identity provider (`sso_required`).',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: resetLinkInput },
      status: 201,
      data: newResetLinkRecord,
      errors: ['invalid_state'],
    },
    async ({ ctx, id, body }) => ({ data: await createResetLink({ ctx, input: { ...body, id } }) }),
  ),
];
