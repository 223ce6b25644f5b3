import { z } from 'zod';
import { adminScopes } from '../../../services/access/admin-scopes.ts';
import { createGroup, deleteGroup, updateGroup } from '../../../services/access/groups/change-groups.ts';
import { groupInput, groupRecord } from '../../../services/access/groups/group.ts';
import { getGroup, listGroups } from '../../../services/access/groups/read-groups.ts';
import { deletedRecord } from '../../answers/to-list.ts';
import { anyMembers } from '../../requests/any-members.ts';
import { defineRoute } from '../../route.ts';

const tag = 'Groups';

export const groupRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/groups',
      operationId: 'listGroups',
      tag,
      summary: 'List groups',
      description: 'All of them; an organization has a thousand at most.',
      scope: adminScopes.read,
      status: 200,
      data: z.array(groupRecord),
    },
    async ({ ctx }) => ({ data: await listGroups({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/groups',
      operationId: 'createGroup',
      tag,
      summary: 'Make a group',
      description:
        'Its members have its roles beside their own. Nobody can give a group roles that may do more than they.',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: groupInput },
      status: 201,
      data: groupRecord,
      located: true,
      versioned: true,
      errors: ['conflict', 'invalid_state'],
    },
    async ({ ctx, body, base }) => {
      const created = await createGroup({ ctx, input: body });
      return { ...created, headers: { location: `${base}/groups/${created.data.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/groups/{id}',
      operationId: 'getGroup',
      tag,
      summary: 'Get a group',
      scope: adminScopes.read,
      status: 200,
      data: groupRecord,
      versioned: true,
    },
    ({ ctx, id }) => getGroup({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/groups/{id}',
      operationId: 'updateGroup',
      tag,
      summary: 'Change a group',
      description:
        'A JSON Merge Patch (RFC 7396), sent as application/json. Takes effect within a second, in sessions too. Name and ' +
        'members of a group by SCIM are for the identity provider to change.',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: anyMembers },
      status: 200,
      data: groupRecord,
      versioned: true,
      errors: ['conflict', 'invalid_state'],
    },
    ({ ctx, id, body }) => updateGroup({ ctx, input: { id, mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/groups/{id}',
      operationId: 'deleteGroup',
      tag,
      summary: 'Delete a group',
      description: 'Its members lose the roles that it gave, within a second.',
      scope: adminScopes.write,
      sensitive: true,
      status: 200,
      data: deletedRecord('group'),
      versioned: true,
    },
    async ({ ctx, id }) => {
      await deleteGroup({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
];
