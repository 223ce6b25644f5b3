import type { Changed, Fact, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { lagNotIn } from '../kit/meaning/not-documented.ts';

const graph = 'https://learn.microsoft.com/en-us/graph';

const delta = (page: string): Fact<Changed> => ({
  field: '@odata.deltaLink',
  inclusive: true,
  zone: 'utc',
  granularityMs: 1,
  late: { ms: 0 },
  misses: 'Properties that are kept outside of the directory, such as skills.',
  page: `${graph}/api/${page}`,
});

const changes = (page: string): Meaning['objects'][string] => ({
  changed: delta(page),
  deletes: { seen: 'tombstone', how: 'A deleted record comes with @removed.', page: `${graph}/delta-query-overview` },
});

const directory = (page: string, pageSize = 999): Meaning['objects'][string] => ({
  ceilings: { pageSize, page: `${graph}/api/${page}` },
});

/** The permissions of an application that the page of the first call names as the least, and those of its writes. */
const scoped = (page: string, read: readonly string[], ...write: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    ...(read.length === 0 ? {} : { read }),
    ...(write.length === 0 ? {} : { write }),
    page: `${graph}/api/${page}`,
  },
});

/** Records of it are written, and not listed. */
const notListed = (page: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { none: 'It is not listed.', page: `${graph}/api/${page}` },
});

/** Replicas follow within seconds to minutes. */
const replicated: Pick<ObjectMeaning, 'lag'> = {
  lag: lagNotIn(`${graph}/api/user-list`, `${graph}/api/serviceprincipal-list`),
};

/** Their other names are not unique. */
const named = (resource: string): ObjectMeaning['identity'] => ({
  none: 'An upsert names its record by uniqueName, in its address: nothing is looked for.',
  page: `${graph}/api/${resource}-upsert`,
});

/** An hour is read again: of all entries, 99 of 100 are there after five minutes. */
const logged = (field: string, page: string): Pick<ObjectMeaning, 'changed'> => ({
  changed: {
    notDocumented: {
      pages: [
        `${graph}/api/${page}`,
        'https://learn.microsoft.com/en-us/entra/identity/monitoring-health/reference-log-latency',
      ],
      careful: {
        field,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 3_540_000 },
        misses: 'Entries that appear more than an hour late.',
      },
    },
  },
});

const roles = ['RoleManagement.Read.Directory'];

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: {
      none: 'The list is read in full; changes are an object of their own.',
      page: `${graph}/delta-query-overview`,
    },
    listing: { leavesOut: ['deleted'], paging: 'cursor', page: `${graph}/paging` },
    deletes: {
      seen: 'absence',
      how: 'Users, groups and applications are kept among the deleted items for 30 days.',
      page: `${graph}/api/resources/directory`,
    },
    identity: { none: 'Ids are given by the directory.', page: `${graph}/api/resources/directoryobject` },
    filter: { languages: ['odata'], page: `${graph}/query-parameters#escaping-single-quotes` },
    lag: { none: 'Its writes look nothing up.', page: `${graph}/api/resources/directoryobject` },
    ceilings: { pageSize: 999, page: `${graph}/api/user-list` },
    login: {
      answers: [
        {
          status: 401,
          body: {
            error: { code: 'InvalidAuthenticationToken', message: 'Access token has expired or is not yet valid.' },
          },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: {
            error: {
              code: 'Authorization_RequestDenied',
              message: 'Insufficient privileges to complete the operation.',
            },
          },
          kind: 'permission',
        },
      ],
      page: `${graph}/resolve-auth-errors`,
    },
    errorsInside: {
      none: 'Errors have a status of their own; a batch of requests is not used.',
      page: `${graph}/errors`,
    },
  },
  objects: {
    users: {
      ...replicated,
      ...directory('user-list'),
      identity: {
        field: 'userPrincipalName',
        unique: true,
        ignoresCase: true,
        page: `${graph}/api/resources/user`,
      },
      scopes: { read: ['User.Read.All'], write: ['User.ReadWrite.All'], page: `${graph}/api/user-list` },
    },
    user_memberships: scoped('user-list-memberof', ['User.Read.All', 'Directory.Read.All']),
    user_managers: { ...notListed('user-post-manager'), ...scoped('user-post-manager', [], 'User.ReadWrite.All') },
    user_licenses: scoped(
      'user-list-licensedetails',
      ['User.Read.All', 'LicenseAssignment.Read.All'],
      'LicenseAssignment.ReadWrite.All',
    ),
    sign_in_sessions: {
      ...notListed('user-revokesigninsessions'),
      ...scoped('user-revokesigninsessions', [], 'User.RevokeSessions.All'),
    },
    invitations: { ...notListed('invitation-post'), ...scoped('invitation-post', [], 'User.Invite.All') },
    // For users; other members need the permission for their own kind instead.
    group_members: scoped(
      'group-post-members',
      ['Group.Read.All', 'GroupMember.Read.All'],
      'GroupMember.ReadWrite.All',
      'User.ReadWrite.All',
    ),
    group_owners: scoped('group-list-owners', ['Group.Read.All'], 'Group.ReadWrite.All'),
    app_role_assignments: scoped('serviceprincipal-list-approleassignedto', ['Application.Read.All']),
    permission_grants: scoped('oauth2permissiongrant-list', ['Directory.Read.All']),
    directory_roles: scoped('directoryrole-list', roles),
    directory_role_changes: { ...changes('directoryrole-delta'), ...scoped('directoryrole-delta', roles) },
    directory_role_members: scoped('directoryrole-list-members', roles, 'RoleManagement.ReadWrite.Directory'),
    role_definitions: scoped('rbacapplication-list-roledefinitions', roles),
    role_assignments: scoped('rbacapplication-list-roleassignments', roles),
    administrative_units: scoped('directory-list-administrativeunits', ['AdministrativeUnit.Read.All']),
    deleted_users: {
      ...directory('directory-deleteditems-list'),
      ...scoped('directory-deleteditems-list', ['User.Read.All']),
    },
    contacts: scoped('orgcontact-list', ['OrgContact.Read.All']),
    domains: scoped('domain-list', ['Domain.Read.All']),
    organization: scoped('organization-list', ['Organization.Read.All'], 'Organization.ReadWrite.All'),
    subscribed_skus: scoped('subscribedsku-list', ['LicenseAssignment.Read.All']),
    sign_ins: {
      ...logged('createdDateTime', 'signin-list'),
      ...directory('signin-list', 1000),
      ...scoped('signin-list', ['AuditLog.Read.All']),
    },
    directory_audits: {
      ...logged('activityDateTime', 'directoryaudit-list'),
      ...directory('directoryaudit-list', 1000),
      ...scoped('directoryaudit-list', ['AuditLog.Read.All']),
    },
    conditional_access_policies: scoped('conditionalaccessroot-list-policies', ['Policy.Read.All']),
    named_locations: scoped('conditionalaccessroot-list-namedlocations', ['Policy.Read.All']),
    risky_users: { ...directory('riskyuser-list', 500), ...scoped('riskyuser-list', ['IdentityRiskyUser.Read.All']) },
    risk_detections: {
      changed: {
        field: 'detectedDateTime',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { ms: 2 * 3_600_000 },
        misses: 'Changes of the state of a risk.',
        page: 'https://docs.microsoft.com/azure/active-directory/reports-monitoring/reference-reports-latencies',
      },
      ...directory('riskdetection-list', 500),
      ...scoped('riskdetection-list', ['IdentityRiskEvent.Read.All']),
    },
    user_changes: { ...changes('user-delta'), scopes: { read: ['User.Read.All'], page: `${graph}/api/user-delta` } },
    groups: {
      ...directory('group-list'),
      identity: named('group'),
      scopes: { read: ['Group.Read.All'], write: ['Group.ReadWrite.All'], page: `${graph}/api/group-list` },
    },
    group_changes: {
      ...changes('group-delta'),
      scopes: { read: ['Group.Read.All'], page: `${graph}/api/group-delta` },
    },
    devices: {
      ...directory('device-list'),
      scopes: { read: ['Device.Read.All'], write: ['Device.ReadWrite.All'], page: `${graph}/api/device-list` },
    },
    device_changes: {
      ...changes('device-delta'),
      scopes: { read: ['Device.Read.All'], page: `${graph}/api/device-delta` },
    },
    applications: {
      ...directory('application-list'),
      identity: named('application'),
      scopes: {
        read: ['Application.Read.All'],
        write: ['Application.ReadWrite.All'],
        page: `${graph}/api/application-list`,
      },
    },
    application_changes: {
      ...changes('application-delta'),
      scopes: { read: ['Application.Read.All'], page: `${graph}/api/application-delta` },
    },
    service_principals: {
      ...replicated,
      ...directory('serviceprincipal-list'),
      identity: { field: 'appId', unique: true, ignoresCase: true, page: `${graph}/api/resources/serviceprincipal` },
      scopes: {
        read: ['Application.Read.All'],
        write: ['Application.ReadWrite.All'],
        page: `${graph}/api/serviceprincipal-list`,
      },
    },
    service_principal_changes: {
      ...changes('serviceprincipal-delta'),
      scopes: { read: ['Application.Read.All'], page: `${graph}/api/serviceprincipal-delta` },
    },
  },
};
