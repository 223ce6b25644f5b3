import type { Fact, Identity, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://netboxlabs.com/docs/netbox/en/stable';
const source = 'https://github.com/netbox-community/netbox/blob/main';
const rest = `${docs}/integrations/rest-api/`;

const found = (field: string, unique: boolean, model: string, ignoresCase = false): { identity: Fact<Identity> } => ({
  identity: { field, unique, ignoresCase, page: `${source}/netbox/${model}.py` },
});

/** Of objects without an instant of change. */
const unchanged: Pick<ObjectMeaning, 'changed'> = {
  changed: { none: 'The list takes no instant.', page: `${source}/netbox/users/filtersets.py` },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: {
      field: 'last_updated',
      inclusive: true,
      zone: 'utc',
      granularityMs: 1,
      // It is set before the transaction ends.
      late: { marginMs: 60_000 },
      misses: 'Changes of related records, such as the name of a site, and what is written past the application.',
      page: `${docs}/reference/filtering/`,
    },
    listing: { leavesOut: ['those that permissions hide'], paging: 'key', page: rest },
    deletes: { seen: 'absence', how: 'object_changes tells of deletions.', page: `${docs}/features/change-logging/` },
    identity: { none: 'Ids are given by NetBox.', page: rest },
    filter: { none: 'Values are parameters of their own.', page: `${docs}/reference/filtering/` },
    lag: { none: 'Lists come from the database.', page: `${source}/netbox/netbox/api/pagination.py` },
    ceilings: { pageSize: 1000, page: `${docs}/configuration/miscellaneous/#max_page_size` },
    login: {
      answers: [
        { status: 403, body: { detail: 'Invalid v1 token' }, kind: 'auth_invalid' },
        { status: 403, body: { detail: 'Invalid v2 token' }, kind: 'auth_invalid' },
        { status: 403, body: { detail: 'Token expired' }, kind: 'auth_invalid' },
        { status: 403, body: { detail: 'Token disabled' }, kind: 'auth_invalid' },
        { status: 403, body: { detail: 'User inactive' }, kind: 'auth_invalid' },
        {
          status: 403,
          body: { detail: 'Source IP 192.0.2.1 is not permitted to authenticate using this token.' },
          kind: 'permission',
        },
      ],
      page: `${source}/netbox/netbox/api/authentication.py`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: rest },
    scopes: {
      read: ['view of the type of object'],
      write: ['add, change and delete of the type of object, and a token that may write'],
      page: `${source}/netbox/netbox/api/authentication.py`,
    },
  },
  objects: {
    devices: found('name', false, 'dcim/models/devices', true),
    device_roles: found('slug', false, 'dcim/models/devices'),
    device_types: found('slug', false, 'dcim/models/devices'),
    manufacturers: found('slug', true, 'dcim/models/devices'),
    platforms: found('slug', false, 'dcim/models/devices'),
    sites: found('slug', true, 'dcim/models/sites'),
    locations: found('slug', false, 'dcim/models/sites'),
    racks: found('name', false, 'dcim/models/racks'),
    virtual_machines: found('name', false, 'virtualization/models/virtualmachines', true),
    ip_addresses: found('address', false, 'ipam/models/ip'),
    prefixes: found('prefix', false, 'ipam/models/ip'),
    vlans: found('name', false, 'ipam/models/vlans'),
    vrfs: found('name', false, 'ipam/models/vrfs'),
    tenants: found('slug', false, 'tenancy/models/tenants'),
    contacts: found('name', false, 'tenancy/models/contacts'),
    tags: found('slug', true, 'extras/models/tags'),
    users: { ...unchanged, ...found('username', true, 'users/models/users', true) },
    groups: { ...unchanged, ...found('name', true, 'users/models/users') },
    object_changes: {
      changed: {
        field: 'time',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Nothing: entries do not change.',
        page: `${source}/netbox/core/filtersets.py`,
      },
      deletes: {
        seen: 'absence',
        how: 'Entries are kept as long as CHANGELOG_RETENTION says.',
        page: `${docs}/configuration/miscellaneous/#changelog_retention`,
      },
    },
  },
};
