import type { Meaning } from '../kit/meaning/meaning.ts';

const apis = 'https://fusionauth.io/docs/apis';
const search = 'https://fusionauth.io/docs/lifecycle/manage-users/search/search';

/** Where the database's schema is published. */
const schema = 'https://fusionauth.io/direct-download';

/** The permissions of a key are an endpoint and a method. */
const allowed = (read: string, ...write: readonly string[]) => ({
  scopes: {
    read: [read],
    ...(write.length === 0 ? {} : { write }),
    page: `${apis}/authentication#api-key-permissions`,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Searches take no instant of change.', page: apis },
    listing: { leavesOut: [], paging: 'position', page: `${search}#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: apis },
    identity: { none: 'Ids are given by FusionAuth, or by who creates the record.', page: apis },
    filter: { none: 'Values are members of their own.', page: apis },
    lag: { none: 'All but users and entities are searched for in the database.', page: search },
    ceilings: { none: 'The size of pages is not limited.', page: `${search}#pagination` },
    login: { answers: [{ status: 401, kind: 'auth_invalid' }], page: `${apis}/authentication` },
    errorsInside: { none: 'Errors have a status of their own.', page: `${apis}/errors` },
  },
  objects: {
    users: {
      deletes: {
        seen: 'state',
        how: '`active` is false of a user who was deactivated; a user who was deleted for good is no longer listed.',
        page: `${apis}/users#delete-a-user`,
      },
      lag: {
        none: 'Nothing is looked up before it is written.',
        page: `${apis}/users#create-a-user`,
      },
      ceilings: {
        records: 10_000,
        beyond: {
          status: 400,
          body: { generalErrors: [{ code: '[invalid]', message: 'startRow' }] },
          kind: 'validation',
        },
        page: 'https://fusionauth.io/docs/lifecycle/manage-users/search/user-search-with-elasticsearch#extended-pagination',
      },
      ...allowed('/api/user/search: POST', '/api/user: POST, PATCH, DELETE'),
    },
    registrations: {
      ceilings: {
        records: 10_000,
        beyond: {
          status: 400,
          body: { generalErrors: [{ code: '[invalid]', message: 'startRow' }] },
          kind: 'validation',
        },
        page: 'https://fusionauth.io/docs/lifecycle/manage-users/search/user-search-with-elasticsearch#extended-pagination',
      },
      ...allowed('/api/user/search: POST', '/api/user/registration: GET, POST, PATCH, DELETE'),
    },
    groups: {
      // Unique within a tenant, of which a key may see several: `UNIQUE (name, tenants_id)`, compared byte by byte.
      identity: { field: 'name', unique: false, ignoresCase: false, page: schema },
      ...allowed('/api/group/search: POST', '/api/group: POST, PATCH, DELETE'),
    },
    group_members: allowed('/api/group/member/search: POST'),
    applications: allowed('/api/application/search: POST', '/api/application: POST, PATCH, DELETE'),
    tenants: allowed('/api/tenant/search: POST'),
    identity_providers: allowed('/api/identity-provider/search: POST'),
    audit_logs: {
      changed: {
        field: 'insertInstant',
        askedAs: 'start',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Nothing: entries are never changed.',
        page: `${apis}/audit-logs#search-the-audit-log`,
      },
      ...allowed('/api/system/audit-log/search: POST'),
    },
  },
};
