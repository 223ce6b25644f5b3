import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const admin = 'https://developers.google.com/workspace/admin/directory';

const delays = 'https://knowledge.workspace.google.com/admin/reports/data-retention-and-lag-times';
const activities = 'https://developers.google.com/workspace/admin/reports/reference/rest/v1/activities/list';
const fewMinutesMs = 600_000;
const hourMs = 3_600_000;

const scoped = (read: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    read: [`https://www.googleapis.com/auth/${read}`],
    page: 'https://developers.google.com/identity/protocols/oauth2/scopes',
  },
});

const pages = (pageSize: number, resource: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { pageSize, page: `${admin}/reference/rest/v1/${resource}/list` },
});

const whole = (resource: string): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'whole', page: `${admin}/reference/rest/v1/${resource}/list` },
  ceilings: { none: 'The list has no size of a page.', page: `${admin}/reference/rest/v1/${resource}/list` },
});

const identity = 'https://cloud.google.com/identity/docs/reference/rest/v1';
const alerts = 'https://developers.google.com/workspace/admin/alertcenter/reference/rest/v1beta1/alerts/list';

/** The server decides how many records a page has, up to what it is asked for. */
const cut = (page: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { none: 'The server may give fewer records than it is asked for.', page },
});

/** It is looked up before it is written. Changes take a while to be everywhere, and no bound is told. */
const lookedUp = (resource: string, read: string): Pick<ObjectMeaning, 'lag'> => ({
  lag: lagNotIn(`${admin}/reference/rest/v1/${resource}/insert`, `${admin}/reference/rest/v1/${resource}/${read}`),
});

/** It goes by a field that its creator chooses. */
const known = (field: string, resource: string): Pick<ObjectMeaning, 'identity'> => ({
  identity: caseNotIn(
    field,
    { unique: true },
    `${admin}/reference/rest/v1/${resource}`,
    `${admin}/reference/rest/v1/${resource}/get`,
  ),
});

/** Events of an application. Without a delay of its own, as late as those of which some take a few hours. */
const events = (lateMs?: number): Partial<ObjectMeaning> => ({
  changed: {
    field: 'id.time',
    inclusive: true,
    zone: 'utc',
    granularityMs: 1,
    late: lateMs === undefined ? { marginMs: 6 * hourMs } : { ms: lateMs },
    misses: 'Events that are later than the vendor tells, which happens, or are never reported.',
    page: lateMs === undefined ? activities : delays,
  },
  deletes: { seen: 'absence', how: 'Events are kept for 180 days.', page: delays },
  lag: { none: 'Events are not written.', page: activities },
  ceilings: { pageSize: 1000, page: activities },
  ...scoped('admin.reports.audit.readonly'),
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: `${admin}/reference/rest` },
    listing: { leavesOut: [], paging: 'cursor', page: `${admin}/v1/guides/manage-users` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${admin}/reference/rest` },
    identity: { none: 'Ids are given by Google.', page: `${admin}/reference/rest` },
    filter: { none: 'Values are parameters of their own.', page: `${admin}/reference/rest` },
    lag: { none: 'Its writes look nothing up.', page: `${admin}/reference/rest` },
    login: {
      answers: [
        {
          status: 401,
          body: { error: { code: 401, message: 'Invalid Credentials', errors: [{ reason: 'authError' }] } },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { error: { code: 403, message: 'Not Authorized', errors: [{ reason: 'forbidden' }] } },
          kind: 'permission',
        },
        {
          status: 403,
          body: { error: { code: 403, message: 'Quota exceeded', errors: [{ reason: 'userRateLimitExceeded' }] } },
          kind: 'rate_limited',
        },
      ],
      page: `${admin}/v1/limits`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${admin}/v1/limits` },
  },
  objects: {
    users: {
      ...lookedUp('users', 'get'),
      ...known('primaryEmail', 'users'),
      listing: { leavesOut: ['deleted'], paging: 'cursor', page: `${admin}/reference/rest/v1/users/list` },
      deletes: {
        seen: 'absence',
        how: 'Deleted users are a list of their own for 20 days.',
        page: `${admin}/v1/guides/manage-users`,
      },
      ...pages(500, 'users'),
      ...scoped('admin.directory.user.readonly'),
    },
    deleted_users: {
      listing: { leavesOut: ['not deleted'], paging: 'cursor', page: `${admin}/reference/rest/v1/users/list` },
      deletes: {
        seen: 'absence',
        how: 'A user is restored, or gone for good after 20 days.',
        page: `${admin}/v1/guides/manage-users`,
      },
      ...pages(500, 'users'),
      ...scoped('admin.directory.user.readonly'),
    },
    user_aliases: { ...whole('users.aliases'), ...scoped('admin.directory.user.alias.readonly') },
    user_tokens: { ...whole('tokens'), ...scoped('admin.directory.user.security') },
    app_passwords: { ...whole('asps'), ...scoped('admin.directory.user.security') },
    groups: {
      ...lookedUp('groups', 'get'),
      ...known('email', 'groups'),
      ...pages(200, 'groups'),
      ...scoped('admin.directory.group.readonly'),
    },
    group_members: {
      ...lookedUp('members', 'get'),
      ...known('email', 'members'),
      ...pages(200, 'members'),
      ...scoped('admin.directory.group.member.readonly'),
    },
    org_units: {
      ...lookedUp('orgunits', 'list'),
      identity: { field: 'name', unique: true, ignoresCase: true, page: `${admin}/reference/rest/v1/chromeosdevices` },
      ...whole('orgunits'),
      ...scoped('admin.directory.orgunit.readonly'),
    },
    user_sessions: {
      ceilings: { none: 'It is not listed.', page: `${admin}/reference/rest/v1/users/signOut` },
      scopes: {
        write: ['https://www.googleapis.com/auth/admin.directory.user.security'],
        page: `${admin}/reference/rest/v1/users/signOut`,
      },
    },
    chromeos_devices: {
      ...pages(300, 'chromeosdevices'),
      ...scoped('admin.directory.device.chromeos.readonly'),
    },
    mobile_devices: { ...pages(100, 'mobiledevices'), ...scoped('admin.directory.device.mobile.readonly') },
    devices: {
      ceilings: { pageSize: 100, page: `${identity}/devices/list` },
      ...scoped('cloud-identity.devices.readonly'),
    },
    device_users: {
      ceilings: { pageSize: 20, page: `${identity}/devices.deviceUsers/list` },
      ...scoped('cloud-identity.devices.readonly'),
    },
    roles: { ...pages(100, 'roles'), ...scoped('admin.directory.rolemanagement.readonly') },
    role_assignments: {
      ...lookedUp('roleAssignments', 'list'),
      ...pages(200, 'roleAssignments'),
      ...scoped('admin.directory.rolemanagement.readonly'),
    },
    privileges: { ...whole('privileges'), ...scoped('admin.directory.rolemanagement.readonly') },
    domains: { ...whole('domains'), ...scoped('admin.directory.domain.readonly') },
    domain_aliases: { ...whole('domainAliases'), ...scoped('admin.directory.domain.readonly') },
    buildings: {
      ...lookedUp('resources.buildings', 'get'),
      ...known('buildingId', 'resources.buildings'),
      ...pages(500, 'resources.buildings'),
      ...scoped('admin.directory.resource.calendar.readonly'),
    },
    calendar_resources: {
      ...lookedUp('resources.calendars', 'get'),
      ...known('resourceId', 'resources.calendars'),
      ...pages(500, 'resources.calendars'),
      ...scoped('admin.directory.resource.calendar.readonly'),
    },
    features: { ...pages(500, 'resources.features'), ...scoped('admin.directory.resource.calendar.readonly') },
    schemas: { ...whole('schemas'), ...scoped('admin.directory.userschema.readonly') },
    printers: {
      ...cut(`${admin}/reference/rest/v1/customers.chrome.printers/list`),
      ...scoped('admin.chrome.printers.readonly'),
    },
    alerts: {
      changed: {
        field: 'createTime',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: hourMs },
        misses: 'Changes of an alert after its creation, and its deletion.',
        page: 'https://developers.google.com/workspace/admin/alertcenter/reference/filter-fields',
      },
      ...cut(alerts),
      scopes: { read: ['https://www.googleapis.com/auth/apps.alerts'], page: alerts },
    },
    admin_events: events(fewMinutesMs),
    chat_events: events(fewMinutesMs),
    chrome_events: events(fewMinutesMs),
    context_aware_access_events: events(fewMinutesMs),
    login_events: events(fewMinutesMs),
    saml_events: events(fewMinutesMs),
    // Tens of minutes.
    user_account_events: events(hourMs),
    // Tens of minutes, and up to a couple of hours.
    calendar_events: events(2 * hourMs),
    group_events: events(2 * hourMs),
    // Minutes, or when a device is synchronized next.
    mobile_events: events(4 * hourMs),
    // Up to a few hours.
    token_events: events(6 * hourMs),
    drive_events: events(fewMinutesMs),
    rule_events: events(),
    meet_events: events(),
  },
};
