import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const api = 'https://github.com/extremenetworks/ExtremeCloudIQ-OpenAPI';

const whole: Pick<ObjectMeaning, 'listing' | 'ceilings'> = {
  listing: { leavesOut: [], paging: 'whole', page: api },
  ceilings: { none: 'The list comes as a whole.', page: api },
};

/** It is looked up before it is written. */
const lookedUp: Pick<ObjectMeaning, 'identity' | 'lag'> = {
  identity: {
    unknown: 'Whether names are unique, and whether case counts, is not told by the description of the interface.',
  },
  lag: {
    unknown:
      'Whether lists follow writes immediately is told neither by the page of the list nor by those of the writes.',
  },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'position', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by ExtremeCloud IQ.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'Its writes look nothing up.', page: api },
    ceilings: { pageSize: 100, page: api },
    login: {
      answers: [
        {
          status: 401,
          body: { error_code: 'AUTH_TOKEN_INVALID', error_id: 'a', error_message: 'The token is invalid.' },
          kind: 'auth_invalid',
        },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: api,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { unknown: 'Each endpoint has a permission of its own; GET /auth/permissions lists them.' },
  },
  objects: {
    ldap_servers: { ...lookedUp },
    radius_servers: { ...lookedUp },
    end_users: { ...lookedUp },
    user_groups: { ...lookedUp },
    config_groups: { ...lookedUp },
    classification_rules: { ...lookedUp },
    radio_profiles: { ...lookedUp },
    user_profiles: { ...lookedUp },
    vlan_profiles: { ...lookedUp },
    network_policies: { ...lookedUp },
    external_users: { ...lookedUp },
    users: { ...lookedUp },
    clients: { listing: { leavesOut: ['not connected'], paging: 'position', page: api } },
    // Places below others stand in their `children`.
    locations: { ...whole, listing: { leavesOut: ['locations below another one'], paging: 'whole', page: api } },
    webhook_subscriptions: whole,
    audit_log: {
      changed: {
        field: 'timestamp',
        askedAs: 'startTime',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Nothing: entries do not change.',
        page: api,
      },
    },
  },
};
