import type { Meaning } from '../kit/meaning/meaning.ts';

const api = 'https://www.keycloak.org/docs-api/latest/rest-api/index.html';
const admin = 'https://www.keycloak.org/docs/latest/server_admin/index.html';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Records have no instant of change.', page: api },
    listing: { leavesOut: ['those that permissions hide'], paging: 'position', page: admin },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Keycloak.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'Lists are read from the database.', page: admin },
    ceilings: { none: 'The size of pages is not limited.', page: api },
    login: {
      answers: [
        { status: 401, body: { error: 'HTTP 401 Unauthorized' }, kind: 'auth_invalid' },
        { status: 403, body: { error: 'HTTP 403 Forbidden' }, kind: 'permission' },
      ],
      page: api,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { read: ['view-realm'], write: ['manage-realm'], page: `${admin}#_per_realm_admin_permissions` },
  },
  objects: {
    users: {
      listing: {
        leavesOut: ['service accounts of clients', 'those that permissions hide'],
        paging: 'position',
        page: `${admin}#_service_accounts`,
      },
      identity: {
        field: 'username',
        unique: true,
        ignoresCase: true,
        page: `${admin}#assembly-managing-users_server_administration_guide`,
      },
      scopes: { read: ['view-users'], write: ['manage-users'], page: `${admin}#_per_realm_admin_permissions` },
    },
    groups: {
      scopes: { read: ['view-users'], write: ['manage-users'], page: `${admin}#_per_realm_admin_permissions` },
    },
    group_members: { scopes: { read: ['view-users'], page: `${admin}#_per_realm_admin_permissions` } },
    user_groups: { scopes: { write: ['manage-users'], page: `${admin}#_per_realm_admin_permissions` } },
    clients: {
      identity: {
        field: 'clientId',
        unique: true,
        ignoresCase: false,
        page: `${admin}#assembly-managing-clients_server_administration_guide`,
      },
      scopes: { read: ['view-clients'], write: ['manage-clients'], page: `${admin}#_per_realm_admin_permissions` },
    },
    client_scopes: { scopes: { read: ['view-clients'], page: `${admin}#_per_realm_admin_permissions` } },
    identity_providers: {
      scopes: {
        read: ['view-identity-providers'],
        write: ['manage-identity-providers'],
        page: `${admin}#_per_realm_admin_permissions`,
      },
    },
  },
};
