import { z } from 'zod';
import { tokenIssuerInput, tokenIssuerRecord } from '../../../services/access/token-issuers/token-issuer.ts';
import { adminScopes } from '../../../services/access/admin-scopes.ts';
import { createTokenIssuer } from '../../../services/access/token-issuers/create-token-issuer.ts';
import { deleteTokenIssuer } from '../../../services/access/token-issuers/delete-token-issuer.ts';
import { getTokenIssuer } from '../../../services/access/token-issuers/get-token-issuer.ts';
import { listTokenIssuers, listTokenIssuersInput } from '../../../services/access/token-issuers/list-token-issuers.ts';
import { updateTokenIssuer } from '../../../services/access/token-issuers/update-token-issuer.ts';
import { anyMembers } from '../../requests/any-members.ts';
import { defineRoute } from '../../route.ts';
import { deletedRecord, toList } from '../../answers/to-list.ts';

const tag = 'Token issuers';

export const tokenIssuerRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/token-issuers',
      operationId: 'listTokenIssuers',
      tag,
      summary: 'List external token issuers',
      scope: adminScopes.read,
      query: listTokenIssuersInput,
      status: 200,
      data: z.array(tokenIssuerRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listTokenIssuers({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/token-issuers',
      operationId: 'createTokenIssuer',
      tag,
      summary: 'Accept access tokens of an external issuer',
      description: 'An issuer belongs to one organization. Its rules can grant only scopes that the caller has.',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: tokenIssuerInput },
      status: 201,
      data: tokenIssuerRecord,
      located: true,
      namedIn: 'token_issuers',
      versioned: true,
      errors: ['conflict'],
    },
    async ({ ctx, body, base }) => {
      const created = await createTokenIssuer({ ctx, input: body });
      return { ...created, headers: { location: `${base}/token-issuers/${created.data.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/token-issuers/{id}',
      operationId: 'getTokenIssuer',
      tag,
      summary: 'Get an external token issuer',
      scope: adminScopes.read,
      status: 200,
      data: tokenIssuerRecord,
      versioned: true,
    },
    ({ ctx, id }) => getTokenIssuer({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/token-issuers/{id}',
      operationId: 'replaceTokenIssuerMembers',
      tag,
      summary: 'Update an external token issuer',
      description: 'Members that are left out keep their value; `null` takes one away. `issuer` cannot change.',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: anyMembers },
      status: 200,
      data: tokenIssuerRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => updateTokenIssuer({ ctx, input: { id, mode: 'replace', change: body } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/token-issuers/{id}',
      operationId: 'patchTokenIssuer',
      tag,
      summary: 'Change parts of an external token issuer',
      description: 'A JSON Merge Patch (RFC 7396), sent as application/json. `issuer` cannot change.',
      scope: adminScopes.write,
      sensitive: true,
      body: { shape: anyMembers },
      status: 200,
      data: tokenIssuerRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => updateTokenIssuer({ ctx, input: { id, mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/token-issuers/{id}',
      operationId: 'deleteTokenIssuer',
      tag,
      summary: 'Accept no more tokens of an external issuer',
      scope: adminScopes.write,
      sensitive: true,
      status: 200,
      data: deletedRecord('tokenIssuer'),
      versioned: true,
    },
    async ({ ctx, id }) => {
      await deleteTokenIssuer({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
];
