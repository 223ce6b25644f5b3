import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const api = 'https://docs.cloud.f5.com/docs-v2/api';

/** Of what is looked up before it is written: at the address that its name makes. */
const atItsAddress: Pick<ObjectMeaning, 'lag'> = {
  lag: {
    none: 'Nothing is searched: an object is asked for at its own address.',
    page: 'https://github.com/f5-sales-demo/api-specs/tree/main/release/specs',
  },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: api },
    listing: { leavesOut: [], paging: 'whole', page: api },
    deletes: { seen: 'absence', how: 'Deleted objects are no longer listed.', page: api },
    identity: { field: 'metadata.name', unique: true, ignoresCase: false, page: api },
    filter: { none: 'Names are part of the address.', page: api },
    lag: { none: 'Its writes look nothing up.', page: api },
    ceilings: { none: 'Lists come as a whole.', page: api },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: api,
    },
    errorsInside: {
      answers: [
        { status: 200, body: { items: [], errors: [{ code: 'EUNKNOWN', message: 'Failed.' }] }, kind: 'transient' },
      ],
      page: api,
    },
    scopes: {
      none: 'Credentials have the roles of their user.',
      page: 'https://docs.cloud.f5.com/docs-v2/platform/how-to/user-mgmt/Credentials',
    },
  },
  objects: {
    namespaces: atItsAddress,
    origin_pools: atItsAddress,
    app_firewalls: atItsAddress,
  },
};
