import type { Changed, Fact, Meaning } from '../kit/meaning/meaning.ts';

const graph = 'https://learn.microsoft.com/en-us/graph';

const delta = (page: string): Fact<Changed> => ({
  field: '@odata.deltaLink',
  inclusive: true,
  zone: 'utc',
  granularityMs: 1,
  lateMs: 0,
  misses: 'Properties that are kept outside of the directory, such as signInActivity.',
  page: `${graph}/api/${page}`,
});

const changes = (page: string): Meaning['objects'][string] => ({
  changed: delta(page),
  deletes: { seen: 'tombstone', how: 'A deleted record comes with @removed.', page: `${graph}/delta-query-overview` },
});

const directory = (page: string, pageSize = 999): Meaning['objects'][string] => ({
  ceilings: { pageSize, page: `${graph}/api/${page}` },
});

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
    lag: { unknown: 'Replicas follow within seconds to minutes, and the vendor names no bound; a minute is waited.' },
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
    scopes: { unknown: 'Each group of endpoints has permissions of its own.' },
  },
  objects: {
    users: {
      ...directory('user-list'),
      identity: {
        field: 'userPrincipalName',
        unique: true,
        ignoresCase: true,
        page: `${graph}/api/resources/user`,
      },
      scopes: { read: ['User.Read.All'], write: ['User.ReadWrite.All'], page: `${graph}/api/user-list` },
    },
    sign_ins: { ceilings: { pageSize: 1000, page: `${graph}/api/signin-list` } },
    directory_audits: { ceilings: { pageSize: 1000, page: `${graph}/api/directoryaudit-list` } },
    user_changes: { ...changes('user-delta'), scopes: { read: ['User.Read.All'], page: `${graph}/api/user-delta` } },
    groups: {
      ...directory('group-list'),
      identity: { field: 'mailNickname', unique: false, ignoresCase: true, page: `${graph}/api/resources/group` },
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
      identity: { field: 'displayName', unique: false, ignoresCase: true, page: `${graph}/api/resources/application` },
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
