import type { JsonObject } from '../../core/json.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** In the order of their names, by position. */
const paged = (pageSize = 500) =>
  ({ kind: 'offset', parameter: 'first', sizeParameter: 'max', pageSize, shortPageEnds: true }) as const;

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://www.keycloak.org/docs-api/latest/rest-api/index.html#_${page}`,
  paged,
});

const inRealm = (path: string): string => `/{config.realm}${path}`;

/**
 * Creations are answered without a body. A change takes away what it does not give: with the attributes of a user the names and
 * the e-mail address, of a role its description, of an identity provider all of its settings.
 */
const answered = { targetIdIn: 'location' } as const;
const keepsRestOf = (path: string) =>
  ({ lock: { request: { method: 'GET', path: inRealm(path) }, keepsRest: true } }) as const;

/** What clients sign in with is nobody's data. */
function withoutSecrets(client: JsonObject): JsonObject {
  const { secret: _, registrationAccessToken: _token, ...shown } = client;
  return shown;
}

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: inRealm('/users'),
      docs: 'users',
      pageSize: 500,
      query: { briefRepresentation: 'false' },
      schema: schemas.User,
      find: true,
    },
    writesAt({
      path: inRealm('/users'),
      method: 'PUT',
      ...answered,
      ...keepsRestOf('/users/{$target_id}'),
      // Without them, the server leaves alone what is null.
      constants: { attributes: {} },
      find: {
        path: inRealm('/users'),
        query: { username: '{username}', exact: 'true' },
        recordsPath: '$',
        ignoresCase: true,
        adoptsConflict: true,
      },
    }),
  ),
  groups: listOf(
    {
      title: 'Top-level groups',
      path: inRealm('/groups'),
      docs: 'groups',
      pageSize: 500,
      query: { briefRepresentation: 'false' },
      schema: schemas.Group,
      find: true,
    },
    writesAt({
      path: inRealm('/groups'),
      method: 'PUT',
      ...keepsRestOf('/groups/{id}'),
      only: ['update', 'delete'],
    }),
  ),
  group_members: listOf({
    title: 'Members of top-level groups',
    path: inRealm('/groups/{parent.id}/members'),
    docs: 'groups',
    key: ['group_id', 'id'],
    pageSize: 500,
    query: { briefRepresentation: 'false' },
    schema: schemas.GroupMember,
    parents: { from: pagesOf({ path: inRealm('/groups'), pageSize: 500 }), key: 'id', copy: { group_id: 'id' } },
  }),
  user_groups: objectOf(
    { title: 'User memberships in groups', docs: 'users', key: ['user_id', 'group_id'] },
    {
      upsert: idempotent(`PUT ${inRealm('/users/{user_id}/groups/{group_id}')}`, { body: 'none' }),
      delete: idempotent(`DELETE ${inRealm('/users/{user_id}/groups/{group_id}')}`, { effect: 'reversible' }),
    },
  ),
  roles: listOf(
    {
      title: 'Realm roles',
      path: inRealm('/roles'),
      docs: 'roles',
      pageSize: 500,
      query: { briefRepresentation: 'false' },
      schema: schemas.Role,
    },
    writesAt({
      path: inRealm('/roles'),
      id: 'name',
      method: 'PUT',
      ...answered,
      ...keepsRestOf('/roles/{name}'),
      keepsKey: true,
    }),
  ),
  clients: listOf(
    {
      title: 'Clients',
      path: inRealm('/clients'),
      docs: 'clients',
      pageSize: 100,
      schema: schemas.Client,
      find: true,
      shape: withoutSecrets,
    },
    writesAt({
      path: inRealm('/clients'),
      method: 'PUT',
      ...answered,
      find: { path: inRealm('/clients'), query: { clientId: '{clientId}' }, recordsPath: '$', adoptsConflict: true },
    }),
  ),
  client_scopes: listOf({
    title: 'Client scopes',
    path: inRealm('/client-scopes'),
    docs: 'client_scopes',
    schema: schemas.ClientScope,
    find: true,
  }),
  identity_providers: listOf(
    {
      title: 'Identity providers',
      path: inRealm('/identity-provider/instances'),
      docs: 'identity_providers',
      key: 'alias',
      schema: schemas.IdentityProvider,
      find: true,
    },
    writesAt({
      path: inRealm('/identity-provider/instances'),
      id: 'alias',
      method: 'PUT',
      ...answered,
      ...keepsRestOf('/identity-provider/instances/{alias}'),
      keepsKey: true,
    }),
  ),
};
