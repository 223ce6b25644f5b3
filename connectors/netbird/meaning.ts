import type { Identity, Fact, Meaning } from '../kit/meaning/meaning.ts';

const api = 'https://docs.netbird.io/api';

/** The server is open source. */
const source = 'https://github.com/netbirdio/netbird/blob/main/management';

/** Of names that may repeat the server makes nothing; of others it refuses the same text only. */
const named = (unique: boolean, page: string, field = 'name'): { identity: Fact<Identity> } => ({
  identity: { field, unique, ignoresCase: false, page: `${source}/${page}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${api}/introduction` },
    listing: { leavesOut: [], paging: 'whole', page: `${api}/introduction` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${api}/introduction` },
    identity: { none: 'Ids are given by NetBird.', page: `${api}/introduction` },
    filter: { none: 'Values are part of the address.', page: `${api}/introduction` },
    lag: { none: 'Lists are read from the database that is written.', page: `${source}/server/store/sql_store.go` },
    ceilings: { none: 'Lists come as a whole.', page: `${api}/introduction` },
    login: {
      answers: [
        { status: 401, body: { message: 'no valid authentication provided', code: 401 }, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${api}/guides/errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}/guides/errors` },
    scopes: { none: 'A token has the rights of its user.', page: `${api}/guides/authentication` },
  },
  objects: {
    users: {
      identity: { field: 'email', unique: true, ignoresCase: true, page: `${source}/server/user.go` },
      // The address is saved with the user, and listed even while the identity provider does not know the user yet.
      lag: { none: 'Lists are read from the database that is written.', page: `${source}/server/user.go` },
    },
    user_invites: {
      identity: { field: 'email', unique: true, ignoresCase: true, page: `${source}/server/store/sql_store.go` },
    },
    // The groups of an identity provider may repeat names.
    groups: named(false, 'server/group.go'),
    setup_keys: named(false, 'server/setupkey.go'),
    policies: named(false, 'server/policy.go'),
    posture_checks: named(true, 'server/posture_checks.go'),
    networks: named(false, 'server/networks/manager.go'),
    network_resources: named(true, 'server/networks/resources/manager.go'),
    network_routers: {
      identity: { none: 'Routers have no name.', page: `${source}/server/networks/routers/manager.go` },
    },
    routes: named(false, 'server/route.go', 'network_id'),
    nameserver_groups: named(true, 'server/nameserver.go'),
    dns_zones: named(true, 'internals/modules/zones/manager/manager.go', 'domain'),
    dns_records: named(false, 'internals/modules/zones/records/manager/manager.go'),
    identity_providers: named(false, 'server/identity_provider.go'),
    audit_events: {
      listing: { leavesOut: ['all but the last 10 000'], paging: 'whole', page: `${source}/server/event.go` },
      ceilings: { records: 10_000, page: `${source}/server/event.go` },
    },
  },
};
