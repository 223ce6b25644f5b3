import { z } from 'zod';
import { adminScopes } from '../../../services/access/admin-scopes.ts';
import { createInvitation } from '../../../services/access/invitations/create-invitation.ts';
import { deleteInvitation } from '../../../services/access/invitations/delete-invitation.ts';
import {
  invitationInput,
  invitationRecord,
  newInvitationRecord,
} from '../../../services/access/invitations/invitation.ts';
import { listInvitations, listInvitationsInput } from '../../../services/access/invitations/list-invitations.ts';
import { defineRoute } from '../../route.ts';
import { deletedRecord, toList } from '../../answers/to-list.ts';

const tag = 'Members';

export const invitationRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/invitations',
      operationId: 'listInvitations',
      tag,
      summary: 'List invitations',
      scope: adminScopes.read,
      query: listInvitationsInput,
      status: 200,
      data: z.array(invitationRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listInvitations({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/invitations',
      operationId: 'createInvitation',
      tag,
      summary: 'Invite a person',
      description:
        'The answer holds the only copy of a link that works once, for a week. The hub sends no mail: give it to the ' +
        'person yourself. Nobody can give a role that may do more than they.',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: invitationInput },
      status: 201,
      data: newInvitationRecord,
      errors: ['conflict'],
    },
    async ({ ctx, body }) => ({ data: await createInvitation({ ctx, input: body }) }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/invitations/{id}',
      operationId: 'deleteInvitation',
      tag,
      summary: 'Take an invitation back',
      scope: adminScopes.write,
      sensitive: true,
      status: 200,
      data: deletedRecord('invitation'),
    },
    async ({ ctx, id }) => {
      await deleteInvitation({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
];
