import type { Meaning } from '../kit/meaning/meaning.ts';

const api = 'https://github.com/openfga/api';
const consistency = 'https://openfga.dev/docs/interacting/consistency';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Changes are an object of their own.', page: api },
    listing: { leavesOut: [], paging: 'cursor', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by the server.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'Its writes look nothing up.', page: api },
    ceilings: { pageSize: 100, page: api },
    login: {
      answers: [
        { status: 401, body: { code: 'bearer_token_missing', message: 'missing bearer token' }, kind: 'auth_invalid' },
        { status: 403, body: { code: 'forbidden' }, kind: 'permission' },
      ],
      page: api,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: {
      none: 'A key may do everything; of OIDC clients, the store decides.',
      page: 'https://openfga.dev/docs/getting-started/setup-openfga/access-control',
    },
  },
  objects: {
    tuples: {
      identity: {
        none: 'User, relation and object together are the tuple. To change its condition, remove it first.',
        page: consistency,
      },
    },
    tuple_changes: {
      changed: {
        field: 'continuation_token',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1,
        late: { ms: 0 },
        misses: 'Nothing: every write and removal is a change.',
        page: api,
      },
      deletes: { seen: 'feed', how: 'A removal is a change with TUPLE_OPERATION_DELETE.', page: api },
    },
    stores: {
      identity: { field: 'name', unique: false, ignoresCase: false, page: api },
    },
  },
};
