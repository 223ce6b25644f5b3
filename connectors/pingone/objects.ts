import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Pages are linked. @see https://developer.pingidentity.com/pingone-api/platform/reference/paging-ordering-collections.html */
const linked = { kind: 'next_url', path: '_links.next.href' } as const;

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://developer.pingidentity.com/pingone-api/platform/${page}.html`,
  paginate: linked,
  paged: (pageSize) => ({ ...linked, sizeParameter: 'limit', pageSize }),
  find: true,
});

/** Filters compare names without case. @see https://github.com/pingidentity/terraform-provider-pingone/pull/1127 */
const ignoresCase = true;

const inEnvironment = (path: string): string => `/environments/{config.environment_id}${path}`;

const users = { path: inEnvironment('/users'), recordsPath: '_embedded.users', pageSize: 1000 };
const groups = { path: inEnvironment('/groups'), recordsPath: '_embedded.groups', pageSize: 1000 };
const ofUsers = { key: ['user_id', 'id'], parents: { from: pagesOf(users), key: 'id', copy: { user_id: 'id' } } };
const memberOf = inEnvironment('/users/{id}/memberOfGroups');

/** What an identity provider of any type takes. */
const providerMembers = [
  'name',
  'description',
  'enabled',
  'icon',
  'loginButtonIcon',
  'registration',
  'type',
  'appId',
  'appSecret',
  'clientId',
  'clientSecret',
  'authorizationEndpoint',
  'discoveryEndpoint',
  'issuer',
  'jwksEndpoint',
  'scopes',
  'tokenEndpoint',
  'tokenEndpointAuthMethod',
  'userInfoEndpoint',
  'pkceMethod',
  'clientSecretSigningKey',
  'keyId',
  'teamId',
  'clientEnvironment',
  'tenantId',
  'authnRequestSigned',
  'idpEntityId',
  'idpVerification',
  'spEntityId',
  'spSigning',
  'ssoBinding',
  'ssoEndpoint',
  'sloBinding',
  'sloEndpoint',
  'sloResponseEndpoint',
  'sloWindow',
];

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    { title: 'Users', ...users, docs: 'users/users-1/index', schema: schemas.User },
    writesAt({
      path: users.path,
      find: {
        path: users.path,
        query: { filter: filter('username eq {username|scim}') },
        recordsPath: users.recordsPath,
        ignoresCase,
      },
    }),
  ),
  groups: listOf(
    { title: 'Groups', ...groups, docs: 'groups', schema: schemas.Group },
    writesAt({
      path: groups.path,
      method: 'PUT',
      // An update replaces, of groups, populations and identity providers.
      // @see https://developer.pingidentity.com/pingcli/1.5/command_reference/pingcli_pingone_groups_replace.html
      // @see https://developer.pingidentity.com/pingone-api/platform/identity-provider-management/identity-providers/update-identity-provider.html
      keeps: ['name', 'description', 'externalId', 'customData', 'userFilter'],
      find: {
        path: groups.path,
        query: { filter: filter('name eq {name|scim}') },
        recordsPath: groups.recordsPath,
        ignoresCase,
        paginate: linked,
      },
    }),
  ),
  group_members: listOf(
    {
      title: 'Group members',
      ...users,
      docs: 'groups/group-membership',
      key: ['group_id', 'id'],
      schema: schemas.GroupMember,
      query: { filter: filter('memberOfGroups[id eq {parent.id|scim}]') },
      parents: { from: pagesOf(groups), key: 'id', copy: { group_id: 'id' } },
    },
    {
      upsert: findOrCreate(
        { method: 'POST', path: memberOf, bodyFields: { id: '{group_id}' } },
        { find: { path: `${memberOf}/{group_id}`, recordsPath: '$' }, targetIdPath: 'id' },
      ),
      delete: idempotent(`DELETE ${memberOf}/{group_id}`, { effect: 'reversible' }),
    },
  ),
  populations: listOf(
    {
      title: 'Populations',
      path: inEnvironment('/populations'),
      docs: 'populations',
      recordsPath: '_embedded.populations',
      pageSize: 100,
      schema: schemas.Population,
    },
    writesAt({
      path: inEnvironment('/populations'),
      method: 'PUT',
      keeps: [
        'name',
        'description',
        'default',
        'alternativeIdentifiers',
        'passwordPolicy',
        'preferredLanguage',
        'theme',
      ],
      find: {
        path: inEnvironment('/populations'),
        query: { filter: filter('name eq {name|scim}') },
        recordsPath: '_embedded.populations',
        ignoresCase,
      },
    }),
  ),
  applications: listOf(
    {
      title: 'Applications',
      path: inEnvironment('/applications'),
      docs: 'applications',
      recordsPath: '_embedded.applications',
      schema: schemas.Application,
    },
    // What creating and changing one takes depends on its protocol.
    writesAt({ path: inEnvironment('/applications'), only: ['delete'] }),
  ),
  identity_providers: listOf(
    {
      title: 'Identity providers',
      path: inEnvironment('/identityProviders'),
      docs: 'identity-providers',
      recordsPath: '_embedded.identityProviders',
      schema: schemas.IdentityProvider,
    },
    writesAt({ path: inEnvironment('/identityProviders'), method: 'PUT', keeps: providerMembers }),
  ),
  sign_on_policies: listOf(
    {
      title: 'Sign-on policies',
      path: inEnvironment('/signOnPolicies'),
      docs: 'sign-on-policies',
      recordsPath: '_embedded.signOnPolicies',
      schema: schemas.SignOnPolicy,
    },
    writesAt({ path: inEnvironment('/signOnPolicies'), method: 'PUT' }),
  ),
  gateways: listOf({
    title: 'Gateways',
    path: inEnvironment('/gateways'),
    docs: 'gateway-management',
    recordsPath: '_embedded.gateways',
    schema: schemas.Gateway,
  }),
  resources: listOf({
    title: 'Resources',
    path: inEnvironment('/resources'),
    docs: 'resources',
    recordsPath: '_embedded.resources',
    schema: schemas.Resource,
  }),
  roles: listOf({
    title: 'Roles',
    path: '/roles',
    docs: 'roles',
    recordsPath: '_embedded.roles',
    schema: schemas.Role,
  }),
  user_role_assignments: listOf(
    {
      title: 'User role assignments',
      path: inEnvironment('/users/{parent.id}/roleAssignments'),
      docs: 'users/user-role-assignments',
      recordsPath: '_embedded.roleAssignments',
      schema: schemas.RoleAssignment,
      ...ofUsers,
    },
    {
      create: nonIdempotent(`POST ${inEnvironment('/users/{user_id}/roleAssignments')}`, { targetIdPath: 'id' }),
      delete: idempotent(`DELETE ${inEnvironment('/users/{user_id}/roleAssignments/{id}')}`),
    },
  ),
  user_devices: listOf(
    {
      title: 'User MFA devices',
      path: inEnvironment('/users/{parent.id}/devices'),
      docs: 'users/mfa-devices',
      recordsPath: '_embedded.devices',
      schema: schemas.Device,
      ...ofUsers,
    },
    { delete: idempotent(`DELETE ${inEnvironment('/users/{user_id}/devices/{id}')}`) },
  ),
};
