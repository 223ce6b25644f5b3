import { z } from 'zod';
import {
  connectionLinkInput,
  connectionLinkRecord,
  newConnectionLinkRecord,
} from '../../services/connection-links/connection-link.ts';
import { createConnectionLink } from '../../services/connection-links/create-connection-link.ts';
import { deleteConnectionLink } from '../../services/connection-links/delete-connection-link.ts';
import { getConnectionLink } from '../../services/connection-links/get-connection-link.ts';
import {
  listConnectionLinks,
  listConnectionLinksInput,
} from '../../services/connection-links/list-connection-links.ts';
import { deletedRecord, toList } from '../answers/to-list.ts';
import { defineRoute } from '../route.ts';

const tag = 'Connections';

/** Before the routes of connections, whose ids would take the place of `links`. */
export const connectionLinkRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/connections/links',
      operationId: 'listConnectionLinks',
      tag,
      summary: 'List links by which customers connect',
      description: 'Newest first.',
      scope: 'connections:read',
      query: listConnectionLinksInput,
      status: 200,
      data: z.array(connectionLinkRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listConnectionLinks({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connections/links',
      operationId: 'createConnectionLink',
      tag,
      summary: 'Let a customer connect their own system',
      description:
        'Makes a link to a page where somebody who is no member connects one system, for an account. The answer holds the only ' +
        'copy of the link, which works for one connection. The end is the event `connection.created`, and the `return_url`.',
      scope: 'connections:write',
      body: { shape: connectionLinkInput },
      status: 201,
      data: newConnectionLinkRecord,
      located: true,
      errors: ['quota_exceeded'],
    },
    async ({ ctx, body, base }) => {
      const link = await createConnectionLink({ ctx, input: body });
      return { data: link, headers: { location: `${base}/connections/links/${link.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/connections/links/{id}',
      operationId: 'getConnectionLink',
      tag,
      summary: 'Get a link by which a customer connects',
      scope: 'connections:read',
      status: 200,
      data: connectionLinkRecord,
    },
    async ({ ctx, id }) => ({ data: await getConnectionLink({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/connections/links/{id}',
      operationId: 'deleteConnectionLink',
      tag,
      summary: 'Take a link back by which a customer connects',
      description: 'What was connected by it stays.',
      scope: 'connections:write',
      status: 200,
      data: deletedRecord('connectionLink'),
    },
    async ({ ctx, id }) => {
      await deleteConnectionLink({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
];
