import { z } from 'zod';
import {
  oauthClientInput,
  oauthClientRecord,
  oauthClientWithSecret,
} from '../../../services/access/oauth-clients/oauth-client.ts';
import { adminScopes } from '../../../services/access/admin-scopes.ts';
import { createOauthClient } from '../../../services/access/oauth-clients/create-oauth-client.ts';
import { deleteOauthClient } from '../../../services/access/oauth-clients/delete-oauth-client.ts';
import { getOauthClient } from '../../../services/access/oauth-clients/get-oauth-client.ts';
import { listOauthClients, listOauthClientsInput } from '../../../services/access/oauth-clients/list-oauth-clients.ts';
import {
  rotateClientSecret,
  rotateClientSecretInput,
} from '../../../services/access/oauth-clients/rotate-client-secret.ts';
import { updateOauthClient } from '../../../services/access/oauth-clients/update-oauth-client.ts';
import { anyMembers } from '../../requests/any-members.ts';
import { defineRoute } from '../../route.ts';
import { deletedRecord, toList } from '../../answers/to-list.ts';

const tag = 'OAuth clients';

export const oauthClientRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/oauth-clients',
      operationId: 'listOauthClients',
      tag,
      summary: 'List OAuth clients',
      scope: adminScopes.read,
      query: listOauthClientsInput,
      status: 200,
      data: z.array(oauthClientRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listOauthClients({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/oauth-clients',
      operationId: 'createOauthClient',
      tag,
      summary: 'Register an OAuth client',
      description: 'A client can be granted only scopes that the caller has. Its secret is shown this once.',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: oauthClientInput },
      status: 201,
      data: oauthClientWithSecret,
      located: true,
      namedIn: 'oauth_clients',
      versioned: true,
    },
    async ({ ctx, body, base }) => {
      const created = await createOauthClient({ ctx, input: body });
      return { ...created, headers: { location: `${base}/oauth-clients/${created.data.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/oauth-clients/{id}',
      operationId: 'getOauthClient',
      tag,
      summary: 'Get an OAuth client',
      scope: adminScopes.read,
      status: 200,
      data: oauthClientRecord,
      versioned: true,
    },
    ({ ctx, id }) => getOauthClient({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/oauth-clients/{id}',
      operationId: 'replaceOauthClientMembers',
      tag,
      summary: 'Update an OAuth client',
      description: 'Members that are left out keep their value; `null` takes one away. The method cannot change.',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: anyMembers },
      status: 200,
      data: oauthClientRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => updateOauthClient({ ctx, input: { id, mode: 'replace', change: body } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/oauth-clients/{id}',
      operationId: 'patchOauthClient',
      tag,
      summary: 'Change parts of an OAuth client',
      description: 'A JSON Merge Patch (RFC 7396), sent as application/json. The method cannot change.',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: anyMembers },
      status: 200,
      data: oauthClientRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => updateOauthClient({ ctx, input: { id, mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/oauth-clients/{id}',
      operationId: 'deleteOauthClient',
      tag,
      summary: 'Delete an OAuth client',
      description: 'Its access tokens are refused from then on.',
      scope: adminScopes.write,
      sensitive: true,
      status: 200,
      data: deletedRecord('oauthClient'),
      versioned: true,
    },
    async ({ ctx, id }) => {
      await deleteOauthClient({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/oauth-clients/{id}/rotate-secret',
      operationId: 'rotateClientSecret',
      tag,
      summary: 'Give an OAuth client a new secret',
      description: 'The new secret is shown this once. The one before stays good for the overlap.',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: rotateClientSecretInput, optional: true },
      status: 200,
      data: oauthClientWithSecret,
      versioned: true,
      errors: ['invalid_state'],
    },
    ({ ctx, id, body }) => rotateClientSecret({ ctx, input: { id, options: body } }),
  ),
];
