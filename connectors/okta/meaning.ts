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
    group_roles: { ...whole('RoleAssignmentBGroup'), ...scoped('okta.roles.read') },
    application_users: { ...pages(500, 'ApplicationUsers'), ...scoped('okta.apps.read') },
    application_groups: { ...pages(200, 'ApplicationGroups'), ...scoped('okta.apps.read') },
    sign_on_policy_rules: {
      ceilings: { none: 'A policy has 100 rules at most, and their list has no next page.', page: policies },
      ...scoped('okta.policies.read'),
    },
    group_rules: { ...pages(200, 'GroupRule'), ...scoped('okta.groups.read') },
    devices: { ...pages(200, 'Device'), ...scoped('okta.devices.read', 'okta.devices.manage') },
    applications: { ...pages(200, 'Application'), ...scoped('okta.apps.read', 'okta.apps.manage') },
    sign_on_policies: scoped('okta.policies.read'),
    network_zones: scoped('okta.networkZones.read'),
    identity_providers: { ...pages(200, 'IdentityProvider'), ...scoped('okta.idps.read') },
    trusted_origins: { ...pages(200, 'TrustedOrigin'), ...scoped('okta.trustedOrigins.read') },
    authorization_servers: { ...pages(200, 'AuthorizationServer'), ...scoped('okta.authorizationServers.read') },
    event_hooks: { ...whole('EventHook'), ...scoped('okta.eventHooks.read') },
    inline_hooks: { ...whole('InlineHook'), ...scoped('okta.inlineHooks.read') },
    log_streams: { ...pages(200, 'LogStream'), ...scoped('okta.logStreams.read') },
    device_assurances: { ...whole('DeviceAssurance'), ...scoped('okta.deviceAssurance.read') },
    features: { ...whole('Feature'), ...scoped('okta.features.read') },
    realms: scoped('okta.realms.read'),
    roles: {
      ceilings: { none: 'The vendor cuts the pages.', page: `${reference}/RoleECustom/` },
      ...scoped('okta.roles.read'),
    },
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
