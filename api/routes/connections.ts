import { z } from 'zod';
import { testReport } from '../../core/connection-requests.ts';
import { connectionChange } from '../../services/connections/connection-change.ts';
import { connectionRecord } from '../../services/connections/connection.ts';
import {
  connectionSchemaRecord,
  getConnectionSchema,
  getConnectionSchemaInput,
} from '../../services/connections/get-connection-schema.ts';
import {
  authorizationRecord,
  authorizeConnection,
  authorizeConnectionInput,
} from '../../services/connections/credentials/authorize-connection.ts';
import { browseRecords, browseRecordsInput } from '../../services/connections/browse-records.ts';
import { createConnection, createConnectionInput } from '../../services/connections/create-connection.ts';
import { deleteConnection, deleteConnectionInput } from '../../services/connections/delete-connection.ts';
import { getConnection } from '../../services/connections/get-connection.ts';
import {
  connectionUseRecord,
  listConnectionUses,
  listConnectionUsesInput,
} from '../../services/connections/list-connection-uses.ts';
import { listConnections, listConnectionsInput } from '../../services/connections/list-connections.ts';
import {
  replaceCredentials,
  replaceCredentialsInput,
} from '../../services/connections/credentials/replace-credentials.ts';
import { rollBackCredentials } from '../../services/connections/credentials/roll-back-credentials.ts';
import { testConnection } from '../../services/connections/test-connection.ts';
import {
  testUnsavedConnection,
  testUnsavedInput,
  verifyConnection,
} from '../../services/connections/test-unsaved-connection.ts';
import { updateConnection } from '../../services/connections/update-connection.ts';
import { anyMembers } from '../requests/any-members.ts';
import { defineRoute, pending } from '../route.ts';
import { deletedRecord, toList } from '../answers/to-list.ts';

const tag = 'Connections';

/** What an answer that workers have to give may be instead. */
const upstreamErrors = ['upstream_error', 'upstream_timeout', 'quota_exceeded'] as const;

const verifyQuery = z.strictObject({
  verify: z.enum(['true', 'false']).default('false').meta({ description: '`true` creates only what passes a test.' }),
});

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
      description: 'Stores the credentials sealed. The third party is not called, except with `verify=true`.',
      scope: 'connections:write',
      query: verifyQuery,
      body: { shape: createConnectionInput },
      status: 201,
      data: connectionRecord,
      located: true,
      namedIn: 'connections',
      errors: ['connection_test_failed', ...upstreamErrors],
      prepare: async ({ ctx, query, body }) => {
        if (query.verify === 'true') await verifyConnection({ ctx, input: body });
      },
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
      versioned: true,
    },
    ({ ctx, id }) => getConnection({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/connections/{id}',
      operationId: 'replaceConnectionMembers',
      tag,
      summary: 'Update a connection',
      description:
        'Members that are left out keep their value; `null` takes one away. Credentials have their own address.',
      scope: 'connections:write',
      body: { shape: anyMembers, documented: connectionChange },
      status: 200,
      data: connectionRecord,
      versioned: true,
      errors: ['invalid_state'],
    },
    ({ ctx, id, body }) => updateConnection({ ctx, input: { id, mode: 'replace', change: body } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/connections/{id}',
      operationId: 'patchConnection',
      tag,
      summary: 'Change parts of a connection',
      description: 'A JSON Merge Patch (RFC 7396), sent as application/json.',
      scope: 'connections:write',
      body: { shape: anyMembers, documented: connectionChange },
      status: 200,
      data: connectionRecord,
      versioned: true,
      errors: ['invalid_state'],
    },
    ({ ctx, id, body }) => updateConnection({ ctx, input: { id, mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/connections/{id}/credentials',
      operationId: 'replaceCredentials',
      tag,
      summary: 'Replace the credentials of a connection',
      description: 'The ones before are kept for 24 hours, for a rollback. Nothing secret is ever given out.',
      scope: 'connections:write',
      body: { shape: replaceCredentialsInput },
      status: 200,
      data: connectionRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => replaceCredentials({ ctx, input: { id, ...body } }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connections/{id}/credentials/rollback',
      operationId: 'rollBackCredentials',
      tag,
      summary: 'Go back to the credentials before',
      scope: 'connections:write',
      status: 200,
      data: connectionRecord,
      versioned: true,
      errors: ['invalid_state'],
    },
    ({ ctx, id }) => rollBackCredentials({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/connections/{id}',
      operationId: 'deleteConnection',
      tag,
      summary: 'Delete a connection',
      scope: 'connections:write',
      query: deleteConnectionInput,
      status: 200,
      data: deletedRecord('connection'),
      versioned: true,
      errors: ['resource_in_use'],
    },
    async ({ ctx, id, query }) => {
      await deleteConnection({ ctx, input: { id, ...query } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/connections/{id}/uses',
      operationId: 'listConnectionUses',
      tag,
      summary: 'List the integrations that use a connection',
      description: 'In their newest or their active revision.',
      scope: 'connections:read',
      also: 'integrations:read',
      query: listConnectionUsesInput,
      status: 200,
      data: z.array(connectionUseRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listConnectionUses({ ctx, input: { id, ...query } })),
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
      data: testReport,
      errors: upstreamErrors,
    },
    async ({ ctx, id }) => ({ data: await testConnection({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connections/test',
      operationId: 'testUnsavedConnection',
      tag,
      summary: 'Test a connection before it is created',
      description: 'Nothing of it is stored: the credentials are sealed for the one worker that makes the test.',
      scope: 'connections:test',
      body: { shape: testUnsavedInput },
      pure: true,
      status: 200,
      data: testReport,
      errors: upstreamErrors,
    },
    async ({ ctx, body }) => ({ data: await testUnsavedConnection({ ctx, input: body }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connections/authorize',
      operationId: 'authorizeConnection',
      tag,
      summary: 'Begin the authorization of a connection by a person',
      description:
        'For the OAuth 2.0 forms of connectors. The connection is stored, active, when the person has come back to ' +
        '`/oauth/callback`, within ten minutes.',
      scope: 'connections:write',
      body: { shape: authorizeConnectionInput },
      status: 200,
      data: authorizationRecord,
      errors: ['quota_exceeded'],
    },
    async ({ ctx, body }) => ({ data: await authorizeConnection({ ctx, input: body }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/connections/{id}/schema',
      operationId: 'getConnectionSchema',
      tag,
      summary: 'Get the objects and fields of a connection',
      description:
        'As the connector declares them, or as the last look at the third party found them. A look that takes longer than the caller would wait goes on: ask again.',
      scope: 'connections:read',
      query: getConnectionSchemaInput,
      status: 200,
      data: connectionSchemaRecord,
      pends: true,
      errors: ['invalid_state', ...upstreamErrors],
    },
    async ({ ctx, id, query, waitSeconds }) => {
      const input = { id, refresh: query.refresh === 'true', waitSeconds };
      const data = await getConnectionSchema({ ctx, input });
      return data === undefined ? pending() : { data };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/connections/{id}/objects/{object}/records',
      operationId: 'browseRecords',
      tag,
      summary: 'Look at records of a connection',
      description:
        'A few records as the third party has them now, sensitive fields masked. `total` counts these: a lower bound where there are as many as were asked for.',
      scope: 'connections:read',
      also: 'records:read',
      query: browseRecordsInput,
      status: 200,
      data: z.array(z.record(z.string(), z.json())),
      paginated: true,
      errors: ['invalid_state', ...upstreamErrors],
    },
    async ({ ctx, id, params, query }) =>
      toList(await browseRecords({ ctx, input: { id, object: params['object'] ?? '', ...query } })),
  ),
];
