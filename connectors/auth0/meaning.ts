import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://auth0.com/docs/api/management/v2';
const search = 'https://auth0.com/docs/manage-users/user-search';

/** What its tokens must be granted: the names of the actions that are called, for what they are called on. */
const scoped = (page: string, kind: string, ...actions: readonly string[]): Pick<ObjectMeaning, 'scopes'> => {
  const [read, write] = [true, false].map((isRead) => actions.filter((action) => (action === 'read') === isRead));
  const granted = (names: readonly string[] = []) => names.map((action) => `${action}:${kind}`);
  return {
    scopes: {
      ...(read?.length === 0 ? {} : { read: granted(read) }),
      ...(write?.length === 0 ? {} : { write: granted(write) }),
      page: `${api}/${page}`,
    },
  };
};

const whole = (page: string): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'whole', page: `${api}/${page}` },
  ceilings: { none: 'The list comes as a whole.', page: `${api}/${page}` },
});

/** Records of it are linked to others, and not listed. */
const linked = (page: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { none: 'It is not listed.', page: `${api}/${page}` },
});

/** Each page begins behind the last record of the one before. */
const taken = (page: string): Pick<ObjectMeaning, 'listing'> => ({
  listing: { leavesOut: [], paging: 'cursor', page: `${api}/${page}` },
});

const all = ['read', 'create', 'update', 'delete'] as const;

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: api },
    listing: { leavesOut: [], paging: 'position', page: `${api}/introduction` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Auth0.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'Lists are immediately consistent.', page: search },
    ceilings: { pageSize: 100, page: `${api}/introduction` },
    login: {
      answers: [
        {
          status: 401,
          body: { statusCode: 401, error: 'Unauthorized', message: 'Invalid token' },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { statusCode: 403, error: 'Forbidden', errorCode: 'insufficient_scope' },
          kind: 'permission',
        },
        { status: 429, body: { statusCode: 429, errorCode: 'too_many_requests' }, kind: 'rate_limited' },
      ],
      page: `${api}/introduction`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}/introduction` },
  },
  objects: {
    users: {
      changed: {
        field: 'updated_at',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Changes of roles and of organizations.',
        page: `${search}/user-search-query-syntax`,
      },
      // Unique within a connection. Auth0 saves addresses of its own in lower case, and looks for them as they are.
      identity: {
        field: 'email',
        unique: false,
        ignoresCase: false,
        page: `${api}/users-by-email/get-users-by-email`,
      },
      // Users are looked up by their e-mail addresses, which is not the search.
      lag: { none: 'Get Users by Email is immediately consistent.', page: search },
      ceilings: {
        pageSize: 100,
        records: 1000,
        beyond: {
          status: 400,
          body: {
            statusCode: 400,
            error: 'Bad Request',
            message: 'You can only page through the first 1000 records.',
            errorCode: 'invalid_paging',
          },
          kind: 'validation',
        },
        page: `${search}/view-search-results-by-page`,
      },
      ...scoped('users/get-users', 'users', 'read', 'create', 'update', 'delete'),
    },
    roles: {
      identity: caseNotIn('name', { unique: true }, `${api}/roles/get-roles`),
      ...scoped('roles/get-roles', 'roles', 'read', 'create', 'update', 'delete'),
    },
    user_roles: { ...linked('users/post-user-roles'), ...scoped('users/post-user-roles', 'users', 'update') },
    role_permissions: {
      ...linked('roles/post-role-permission-assignment'),
      ...scoped('roles/post-role-permission-assignment', 'roles', 'update'),
    },
    organizations: scoped('organizations/get-organizations', 'organizations', 'read', 'create', 'update', 'delete'),
    organization_members: {
      ...linked('organizations/post-members'),
      ...scoped('organizations/post-members', 'organization_members', 'create', 'delete'),
    },
    clients: scoped('clients/get-clients', 'clients', 'read', 'update', 'delete'),
    connections: scoped('connections/get-connections', 'connections', 'read', 'update', 'delete'),
    resource_servers: scoped('resource-servers/get-resource-servers', 'resource_servers', 'read', 'update', 'delete'),
    client_grants: scoped('client-grants/get-client-grants', 'client_grants', 'read', 'update', 'delete'),
    grants: scoped('grants/get-grants', 'grants', 'read', 'delete'),
    log_events: scoped('logs/get-logs', 'logs', 'read'),
    log_streams: {
      ...whole('log-streams/get-log-streams'),
      ...scoped('log-streams/get-log-streams', 'log_streams', ...all),
    },
    custom_domains: {
      ...whole('custom-domains/get-custom-domains'),
      ...scoped('custom-domains/get-custom-domains', 'custom_domains', 'read', 'update', 'delete'),
    },
    actions: scoped('actions/get-actions', 'actions', ...all),
    action_modules: scoped('actions/get-action-modules', 'actions', ...all),
    forms: scoped('forms/get-forms', 'forms', ...all),
    flows: scoped('flows/get-flows', 'flows', ...all),
    event_streams: {
      ...taken('event-streams/get-event-streams'),
      ...scoped('event-streams/get-event-streams', 'event_streams', ...all),
    },
    network_acls: scoped('network-acls/get-network-acls', 'network_acls', 'read', 'update', 'delete'),
    self_service_profiles: scoped('self-service-profiles/get-self-service-profiles', 'self_service_profiles', ...all),
    user_attribute_profiles: {
      ...taken('user-attribute-profiles/get-user-attribute-profiles'),
      ...scoped('user-attribute-profiles/get-user-attribute-profiles', 'user_attribute_profiles', ...all),
    },
    token_exchange_profiles: {
      ...taken('token-exchange-profiles/get-token-exchange-profiles'),
      ...scoped('token-exchange-profiles/get-token-exchange-profiles', 'token_exchange_profiles', ...all),
    },
    roles_of_users: scoped('users/get-user-roles', 'users', 'read'),
    members_of_organizations: {
      ...taken('organizations/get-members'),
      ...scoped('organizations/get-members', 'organization_members', 'read'),
    },
    organization_member_roles: {
      ...linked('organizations/post-organization-member-roles'),
      ...scoped('organizations/post-organization-member-roles', 'organization_member_roles', 'create', 'delete'),
    },
    organization_connections: scoped(
      'organizations/get-organization-all-connections',
      'organization_connections',
      ...all,
    ),
    organization_client_grants: scoped(
      'organizations/get-organization-client-grants',
      'organization_client_grants',
      'read',
      'create',
      'delete',
    ),
    organization_domains: {
      ...taken('organizations/get-all-discovery-domains'),
      ...scoped('organizations/get-all-discovery-domains', 'organization_discovery_domains', ...all),
    },
  },
};
