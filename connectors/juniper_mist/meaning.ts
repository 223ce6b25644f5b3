import type { Changed, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://github.com/mistsys/mist_openapi';
const paging =
  'https://www.juniper.net/documentation/us/en/software/mist/automation-integration/topics/concept/rest-api-pagination.html';

const since = (field: string, misses: string, askedAs: string): Changed & { page: string } => ({
  field,
  askedAs,
  inclusive: true,
  zone: 'utc',
  granularityMs: 1000,
  late: { marginMs: 60_000 },
  misses,
  page: api,
});

const description = `${api}/blob/37ae8d3/mist.openapi.json`;

const lastWeek = { leavesOut: ['not seen for a week'], paging: 'cursor', page: api } as const;

/** That names are unique is not told. */
const searchedBy = (field: string, { unique }: { unique: boolean }): Pick<ObjectMeaning, 'identity' | 'lag'> => ({
  identity: caseNotIn(field, { unique }, description, paging),
  lag: lagNotIn(description, paging),
});

const searched = searchedBy('name', { unique: false });

/** "default: ap". */
const ofType = (...others: readonly string[]): Partial<ObjectMeaning> => ({
  listing: { leavesOut: others, paging: 'position', page: description },
  ...searched,
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'position', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Mist.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'Nothing is looked up before it is written.', page: api },
    ceilings: { pageSize: 1000, page: paging },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: api,
    },
    errorsInside: { none: 'Errors of these objects have a status of their own.', page: api },
    scopes: { none: 'A token has the privileges that it was created with.', page: api },
  },
  objects: {
    inventory: {
      changed: {
        ...since('modified_time', 'Whether the device is connected.', 'modified_after'),
        inclusive: false,
      },
    },
    admins: {
      listing: { leavesOut: [], paging: 'whole', page: api },
      ceilings: { none: 'The list comes as a whole.', page: api },
    },
    alarms: {
      changed: since('timestamp', 'Acknowledgements and ends of alarms that began earlier.', 'start'),
      listing: { leavesOut: [], paging: 'cursor', page: api },
    },
    audit_logs: { changed: since('timestamp', 'Nothing: entries do not change.', 'start') },
    wireless_clients: { listing: lastWeek },
    wired_clients: { listing: lastWeek },
    nac_clients: { listing: { ...lastWeek, paging: 'position' } },
    sites: searched,
    site_groups: searched,
    network_templates: searched,
    gateway_templates: searched,
    rf_templates: searched,
    wlan_templates: searched,
    device_profiles: ofType('profiles of switches', 'profiles of gateways'),
    switch_profiles: ofType('profiles of access points', 'profiles of gateways'),
    gateway_profiles: ofType('profiles of access points', 'profiles of switches'),
    wlans: searchedBy('ssid', { unique: false }),
    psks: searched,
    nac_rules: searched,
    nac_tags: searched,
    nac_endpoints: searchedBy('mac', { unique: true }),
    networks: searched,
    services: searched,
    edges: searched,
    webhooks: searched,
  },
};
