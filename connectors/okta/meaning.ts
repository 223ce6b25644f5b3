import type { Changed, Fact, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const reference = 'https://developer.okta.com/docs/api/openapi/okta-management/management/tag';
const query = 'https://developer.okta.com/docs/api/#search';
const codes = 'https://developer.okta.com/docs/reference/error-codes/';
const policies =
  'https://github.com/okta/okta-developer-docs/blob/105b2ac/packages/@okta/vuepress-site/docs/reference/api/policy/index.md';
const scopes = 'https://developer.okta.com/docs/api/oauth2/';

const updated = (misses: string, page: string): Fact<Changed> => ({
  field: 'lastUpdated',
  inclusive: true,
  zone: 'utc',
  granularityMs: 1000,
  late: { marginMs: 60_000 },
  misses,
  page,
});

const scoped = (read: string, write?: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write === undefined ? {} : { write: [write] }), page: scopes },
});

const pages = (pageSize: number, tag: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { pageSize, page: `${reference}/${tag}/` },
});

const whole = (tag: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { none: 'The list has no size of a page.', page: `${reference}/${tag}/` },
});

/** Records of it are written, and not listed. */
const written = (tag: string, scope: string): Pick<ObjectMeaning, 'ceilings' | 'scopes'> => ({
  ceilings: { none: 'It is only written.', page: `${reference}/${tag}/` },
  scopes: { write: [`okta.${scope}.manage`], page: scopes },
});

const both = (scope: string): Pick<ObjectMeaning, 'scopes'> => scoped(`okta.${scope}.read`, `okta.${scope}.manage`);

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: 'https://developer.okta.com/docs/api/' },
    listing: { leavesOut: [], paging: 'cursor', page: 'https://developer.okta.com/docs/api/#pagination' },
    deletes: {
      seen: 'absence',
      how: 'Deleted records are no longer listed.',
      page: 'https://developer.okta.com/docs/api/',
    },
    identity: { none: 'Ids are given by Okta.', page: 'https://developer.okta.com/docs/api/' },
    filter: { languages: ['scim'], page: query },
    lag: { none: 'Lists without a search come from the database.', page: query },
    ceilings: pageSizeNotIn(
      `${reference}/Group/`,
      `${reference}/Policy/`,
      `${reference}/NetworkZone/`,
      `${reference}/Realm/`,
    ),
    login: {
      answers: [
        { status: 401, body: { errorCode: 'E0000011', errorSummary: 'Invalid token provided' }, kind: 'auth_invalid' },
        {
          status: 403,
          body: { errorCode: 'E0000006', errorSummary: 'You do not have permission to perform the requested action' },
          kind: 'permission',
        },
        {
          status: 401,
          body: { errorCode: 'E0000015', errorSummary: 'You do not have permission' },
          kind: 'permission',
        },
      ],
      page: codes,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: codes },
    scopes: { unknown: 'Each group of endpoints has scopes of its own.' },
  },
  objects: {
    users: {
      changed: updated('Changes of groups, roles and factors.', `${reference}/User/#tag/User/operation/listUsers`),
      listing: {
        leavesOut: [],
        shownOnRequest: { states: ['DEPROVISIONED'], parameter: 'search' },
        paging: 'cursor',
        page: 'https://developer.okta.com/docs/reference/user-query/',
      },
      deletes: {
        seen: 'state',
        how: 'A deactivated user has the status DEPROVISIONED; one that is deleted after that is no longer listed.',
        page: `${reference}/UserLifecycle/`,
      },
      identity: { field: 'profile.login', unique: true, ignoresCase: true, page: query },
      lag: { ms: 30_000, page: query },
      ceilings: { pageSize: 200, page: `${reference}/User/#tag/User/operation/listUsers` },
      scopes: { read: ['okta.users.read'], write: ['okta.users.manage'], page: scopes },
    },
    groups: {
      changed: updated('Changes of the members of rules.', `${reference}/Group/#tag/Group/operation/listGroups`),
      identity: { field: 'profile.name', unique: true, ignoresCase: true, page: query },
      lag: { ms: 30_000, page: query },
      ceilings: { pageSize: 10_000, page: `${reference}/Group/#tag/Group/operation/listGroups` },
      scopes: { read: ['okta.groups.read'], write: ['okta.groups.manage'], page: scopes },
    },
    group_members: {
      ceilings: { pageSize: 1000, page: 'https://github.com/okta/okta-developer-docs/pull/368' },
      scopes: { read: ['okta.groups.read'], page: scopes },
    },
    group_memberships: {
      ceilings: { none: 'It is only written.', page: `${reference}/Group/` },
      scopes: { write: ['okta.groups.manage'], page: scopes },
    },
    group_applications: scoped('okta.groups.read'),
    user_groups: { ...whole('User'), ...scoped('okta.users.read') },
    user_factors: { ...whole('UserFactor'), ...scoped('okta.users.read') },
    user_roles: { ...whole('RoleAssignmentAUser'), ...scoped('okta.roles.read') },
    group_roles: { ...whole('RoleAssignmentBGroup'), ...both('roles') },
    group_owners: { ...pages(1000, 'GroupOwner'), ...both('groups') },
    application_users: { ...pages(500, 'ApplicationUsers'), ...both('apps') },
    application_groups: { ...pages(200, 'ApplicationGroups'), ...both('apps') },
    group_rules: { ...pages(200, 'GroupRule'), ...both('groups') },
    user_activations: written('UserLifecycle', 'users'),
    user_suspensions: written('UserLifecycle', 'users'),
    user_unlocks: written('UserLifecycle', 'users'),
    user_password_expirations: written('UserLifecycle', 'users'),
    user_password_resets: written('UserLifecycle', 'users'),
    user_factor_resets: written('UserLifecycle', 'users'),
    user_sessions: written('UserSessions', 'users'),
    group_rule_activations: written('GroupRule', 'groups'),
    devices: { ...pages(200, 'Device'), ...both('devices') },
    applications: { ...pages(200, 'Application'), ...both('apps') },
    application_activations: written('Application', 'apps'),
    policies: written('Policy', 'policies'),
    policy_activations: written('Policy', 'policies'),
    policy_rules: written('Policy', 'policies'),
    policy_rule_activations: written('Policy', 'policies'),
    sign_on_policies: scoped('okta.policies.read'),
    password_policies: scoped('okta.policies.read'),
    authenticator_policies: scoped('okta.policies.read'),
    application_policies: scoped('okta.policies.read'),
    enrollment_policies: scoped('okta.policies.read'),
    routing_policies: scoped('okta.policies.read'),
    sign_on_policy_rules: {
      ceilings: { none: 'A policy has 100 rules at most, and their list has no next page.', page: policies },
      ...scoped('okta.policies.read'),
    },
    authorization_servers: { ...pages(200, 'AuthorizationServer'), ...both('authorizationServers') },
    authorization_server_policies: { ...whole('AuthorizationServerPolicies'), ...both('authorizationServers') },
    authorization_server_rules: written('AuthorizationServerRules', 'authorizationServers'),
    authorization_server_claims: { ...whole('AuthorizationServerClaims'), ...both('authorizationServers') },
    authorization_server_scopes: { ...pages(200, 'AuthorizationServerScopes'), ...both('authorizationServers') },
    brands: { ...pages(200, 'Brands'), ...both('brands') },
    email_customizations: written('CustomTemplates', 'templates'),
    sign_in_pages: written('CustomPages', 'brands'),
    custom_domains: { ...whole('CustomDomain'), ...both('domains') },
    user_schemas: written('Schema', 'schemas'),
    application_schemas: written('Schema', 'schemas'),
    linked_objects: { ...whole('LinkedObject'), ...both('linkedObjects') },
    ui_schemas: { ...whole('UISchema'), ...both('uischemas') },
    event_hooks: { ...whole('EventHook'), ...both('eventHooks') },
    event_hook_activations: written('EventHook', 'eventHooks'),
    inline_hooks: { ...whole('InlineHook'), ...both('inlineHooks') },
    inline_hook_activations: written('InlineHook', 'inlineHooks'),
    log_streams: { ...pages(200, 'LogStream'), ...both('logStreams') },
    log_stream_activations: written('LogStream', 'logStreams'),
    network_zones: both('networkZones'),
    network_zone_activations: written('NetworkZone', 'networkZones'),
    identity_providers: { ...pages(200, 'IdentityProvider'), ...both('idps') },
    identity_provider_activations: written('IdentityProvider', 'idps'),
    identity_provider_keys: { ...pages(200, 'IdentityProviderKeys'), ...both('idps') },
    trusted_origins: { ...pages(200, 'TrustedOrigin'), ...both('trustedOrigins') },
    authenticators: { ...whole('Authenticator'), ...scoped('okta.authenticators.read') },
    authenticator_activations: written('Authenticator', 'authenticators'),
    behaviors: { ...whole('Behavior'), ...both('behaviors') },
    captchas: { ...whole('CAPTCHA'), ...both('captchas') },
    device_assurances: { ...whole('DeviceAssurance'), ...both('deviceAssurance') },
    features: { ...whole('Feature'), ...scoped('okta.features.read') },
    realms: both('realms'),
    roles: {
      ceilings: { none: 'The vendor cuts the pages.', page: `${reference}/RoleECustom/` },
      ...both('roles'),
    },
    resource_sets: {
      ceilings: { none: 'The vendor cuts the pages.', page: `${reference}/RoleCResourceSet/` },
      ...both('roles'),
    },
    sessions: written('Session', 'sessions'),
    log_events: {
      changed: {
        notDocumented: {
          pages: [`${reference}/SystemLog/`],
          careful: {
            field: 'published',
            zone: 'utc',
            granularityMs: 1,
            late: { marginMs: 3_540_000 },
            misses: 'Events that are persisted more than an hour late.',
          },
        },
      },
      deletes: { seen: 'absence', how: 'Events are kept for 90 days.', page: `${reference}/SystemLog/` },
      ceilings: { pageSize: 1000, page: `${reference}/SystemLog/` },
      scopes: { read: ['okta.logs.read'], page: scopes },
    },
  },
};
