import { z } from 'zod';
import { connectionRecord } from '../../services/connections/connection.ts';
import { testReportRecord } from '../../services/connections/test-connection.ts';
import {
  createConnection,
  createConnectionInput,
  deleteConnection,
  getConnection,
  listConnections,
  listConnectionsInput,
  testConnection,
} from '../../services/index.ts';
import { defineRoute } from '../route.ts';
import { deletedRecord, toList } from '../to-list.ts';

const tag = 'Connections';

export const connectionRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/connections',
      operationId: 'listConnections',
      tag,
      summary: 'List connections',
      scope: 'connections:read',
      query: listConnectionsInput,
      status: 200,
      data: z.array(connectionRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listConnections({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connections',
      operationId: 'createConnection',
      tag,
      summary: 'Create a connection',
      description: 'Stores the credentials sealed. The third party is not called; test the connection for that.',
      scope: 'connections:write',
      body: { shape: createConnectionInput },
      status: 201,
      data: connectionRecord,
      located: true,
    },
    async ({ ctx, body, base }) => {
      const connection = await createConnection({ ctx, input: body });
      return { data: connection, headers: { location: `${base}/connections/${connection.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/connections/{id}',
      operationId: 'getConnection',
      tag,
      summary: 'Get a connection',
      scope: 'connections:read',
      status: 200,
      data: connectionRecord,
    },
    async ({ ctx, id }) => ({ data: await getConnection({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/connections/{id}',
      operationId: 'deleteConnection',
      tag,
      summary: 'Delete a connection',
      scope: 'connections:write',
      status: 200,
      data: deletedRecord('connection'),
      errors: ['resource_in_use'],
    },
    async ({ ctx, id }) => {
      await deleteConnection({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connections/{id}/test',
      operationId: 'testConnection',
      tag,
      summary: 'Test a connection',
      description: 'Calls the third party with the stored credentials. A failed test is a result, not an error.',
      scope: 'connections:test',
      pure: true,
      status: 200,
      data: testReportRecord,
      errors: ['upstream_timeout'],
    },
    async ({ ctx, id }) => ({ data: await testConnection({ ctx, input: { id } }) }),
  ),
];
