import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://developer.cisco.com/meraki/api-v1';
const sdk = 'https://github.com/meraki/dashboard-api-python/blob/main/meraki/api/organizations.py';
const events = `${docs}/get-organization-configuration-changes/`;

const paged = (operation: string, pageSize: number): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'cursor', page: `${docs}/pagination/` },
  ceilings: { pageSize, page: `${docs}/${operation}/` },
});

/** The index of the interface names the scopes of each operation. A key may do what its administrator may. */
const scoped = (read: string, ...write: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write.length === 0 ? {} : { write }), page: `${docs}/api-index/` },
});

const configured = {
  field: 'configurationUpdatedAt',
  inclusive: false,
  zone: 'utc',
  granularityMs: 1000,
  late: { marginMs: 60_000 },
} as const;

/** It is looked up before it is written. */
const lookedUp: Pick<ObjectMeaning, 'lag'> = {
  lag: {
    unknown:
      'Whether lists follow writes immediately is told neither by the page of the list nor by those of the writes.',
  },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: `${docs}/` },
    listing: { leavesOut: [], paging: 'whole', page: `${docs}/` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${docs}/` },
    identity: { none: 'Ids are given by Meraki.', page: `${docs}/` },
    filter: { none: 'Values are parameters of their own.', page: `${docs}/` },
    lag: { none: 'Its writes look nothing up.', page: `${docs}/` },
    ceilings: { none: 'Lists without pages come whole.', page: `${docs}/pagination/` },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 404, kind: 'not_found' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${docs}/errors/`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/errors/` },
    scopes: {
      unknown:
        'A key may do what its administrator may; the OAuth scope of the list was not found in the index of the interface.',
    },
  },
  objects: {
    auth_users: { ...lookedUp },
    saml_roles: { ...scoped('dashboard:iam:config:read', 'dashboard:iam:config:write'), ...lookedUp },
    admins: { ...scoped('dashboard:iam:config:read', 'dashboard:iam:config:write'), ...lookedUp },
    organizations: {
      listing: { leavesOut: ['those that the user may not see'], paging: 'whole', page: `${docs}/get-organizations/` },
    },
    networks: {
      ...lookedUp,
      listing: {
        leavesOut: ['those that the user may not see'],
        paging: 'cursor',
        page: `${docs}/get-organization-networks/`,
      },
      ceilings: { pageSize: 100_000, page: `${docs}/get-organization-networks/` },
    },
    devices: {
      changed: {
        ...configured,
        misses: 'What is not configuration, such as firmware and addresses.',
        page: `${docs}/get-organization-devices/`,
      },
      listing: {
        leavesOut: ['devices that are in no network'],
        paging: 'cursor',
        page: `${docs}/get-organization-devices/`,
      },
      ceilings: { pageSize: 1000, page: `${docs}/get-organization-devices/` },
      identity: { field: 'serial', unique: true, ignoresCase: false, page: `${docs}/get-device/` },
    },
    inventory_devices: paged('get-organization-inventory-devices', 1000),
    device_statuses: { ...paged('get-organization-devices-statuses', 1000) },
    device_availabilities: {
      ...paged('get-organization-devices-availabilities', 1000),
      lag: { ms: 300_000, page: `${docs}/get-organization-devices-availabilities/` },
    },
    uplink_statuses: { ...paged('get-organization-uplinks-statuses', 1000) },
    switch_ports: {
      changed: {
        ...configured,
        misses: 'What is not configuration, such as the state of a link.',
        page: `${docs}/get-organization-switch-ports-by-switch/`,
      },
      ...paged('get-organization-switch-ports-by-switch', 50),
    },
    clients: {
      listing: { leavesOut: ['not seen for 31 days'], paging: 'cursor', page: `${docs}/get-network-clients/` },
      ceilings: { pageSize: 5000, page: `${docs}/get-network-clients/` },
    },
    managed_devices: { ...paged('get-network-sm-devices', 1000), ...scoped('sm:config:read') },
    webhooks: scoped('dashboard:general:telemetry:read'),
    configuration_changes: {
      changed: {
        field: 'ts',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'Nothing: entries do not change.',
        page: events,
      },
      listing: { leavesOut: ['older than a year'], paging: 'cursor', page: sdk },
      deletes: { seen: 'absence', how: 'Entries are kept for a year.', page: events },
      ceilings: { pageSize: 100_000, page: sdk },
    },
    security_events: {
      changed: {
        field: 'ts',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'Nothing: events do not change.',
        page: `${docs}/get-organization-appliance-security-events/`,
      },
      listing: {
        leavesOut: ['older than a year'],
        paging: 'cursor',
        page: `${docs}/get-organization-appliance-security-events/`,
      },
      deletes: {
        seen: 'absence',
        how: 'Events are kept for a year.',
        page: `${docs}/get-organization-appliance-security-events/`,
      },
      ceilings: { pageSize: 1000, page: `${docs}/get-organization-appliance-security-events/` },
    },
    licenses: paged('get-organization-licenses', 1000),
    policy_objects: {
      ...scoped('dashboard:general:config:read', 'dashboard:general:config:write'),
      ...lookedUp,
      ...paged('get-organization-policy-objects', 5000),
    },
    policy_groups: {
      ...scoped('dashboard:general:config:read', 'dashboard:general:config:write'),
      ...lookedUp,
      ...paged('get-organization-policy-objects-groups', 1000),
    },
  },
};
