import { z } from 'zod';
import { createApiKey } from '../../../services/access/api-keys/create-api-key.ts';
import { deleteApiKey } from '../../../services/access/api-keys/delete-api-key.ts';
import { getApiKey } from '../../../services/access/api-keys/get-api-key.ts';
import { listApiKeys, listApiKeysInput } from '../../../services/access/api-keys/list-api-keys.ts';
import { rotateApiKey, rotateApiKeyInput } from '../../../services/access/api-keys/rotate-api-key.ts';
import { updateApiKey } from '../../../services/access/api-keys/update-api-key.ts';
import { apiKeyInput, apiKeyPatch } from '../../../services/access/api-keys/api-key-input.ts';
import { apiKeyRecord, newApiKeyRecord } from '../../../services/access/api-keys/api-key-record.ts';
import { anyMembers } from '../../requests/any-members.ts';
import { defineRoute } from '../../route.ts';
import { deletedRecord, toList } from '../../answers/to-list.ts';

const tag = 'API keys';

export const apiKeyRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/api-keys',
      operationId: 'listApiKeys',
      tag,
      summary: 'List API keys',
      scope: 'api_keys:read',
      query: listApiKeysInput,
      status: 200,
      data: z.array(apiKeyRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listApiKeys({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/api-keys',
      operationId: 'createApiKey',
      tag,
      summary: 'Create an API key',
      description: 'The answer holds the only copy of the key. A key can be granted no scope that the caller lacks.',
      scope: 'api_keys:write',
      sensitive: true,
      body: { shape: apiKeyInput },
      status: 201,
      data: newApiKeyRecord,
      located: true,
    },
    async ({ ctx, body, base }) => {
      const key = await createApiKey({ ctx, input: body });
      return { data: key, headers: { location: `${base}/api-keys/${key.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/api-keys/{id}',
      operationId: 'getApiKey',
      tag,
      summary: 'Get an API key',
      scope: 'api_keys:read',
      status: 200,
      data: apiKeyRecord,
      versioned: true,
    },
    async ({ ctx, id }) => {
      const { record, version } = await getApiKey({ ctx, input: { id } });
      return { data: record, version };
    },
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/api-keys/{id}',
      operationId: 'updateApiKey',
      tag,
      summary: 'Change, disable or enable an API key',
      description:
        'Takes effect within a second. The caller needs every scope that the key has, before and after. A key cannot ' +
        'make a change to itself that it could not undo: disable itself, shut out its own address, or give up ' +
        '`api_keys:write`.',
      scope: 'api_keys:write',
      sensitive: true,
      body: { shape: anyMembers, documented: apiKeyPatch },
      status: 200,
      data: apiKeyRecord,
      versioned: true,
      errors: ['resource_in_use'],
    },
    async ({ ctx, id, body }) => {
      const { record, version } = await updateApiKey({ ctx, input: { id, mode: 'merge', change: body } });
      return { data: record, version };
    },
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/api-keys/{id}',
      operationId: 'deleteApiKey',
      tag,
      summary: 'Delete an API key',
      description:
        'Takes effect within a second. The caller needs every scope that the key has. A key cannot delete itself.',
      scope: 'api_keys:write',
      sensitive: true,
      status: 200,
      data: deletedRecord('apiKey'),
      versioned: true,
      errors: ['resource_in_use'],
    },
    async ({ ctx, id }) => {
      await deleteApiKey({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/api-keys/{id}/rotate',
      operationId: 'rotateApiKey',
      tag,
      summary: 'Rotate an API key',
      description:
        'Makes a new key with the same name, scopes and networks; the answer holds its only copy. The old key goes on ' +
        'to work for the overlap. The caller needs every scope that the key has; a key may rotate itself.',
      scope: 'api_keys:write',
      sensitive: true,
      body: { shape: rotateApiKeyInput, optional: true },
      status: 201,
      data: newApiKeyRecord,
      located: true,
      versioned: true,
      errors: ['invalid_state'],
    },
    async ({ ctx, id, body, base }) => {
      const key = await rotateApiKey({ ctx, input: { ...body, id } });
      return { data: key, headers: { location: `${base}/api-keys/${key.id}` } };
    },
  ),
];
