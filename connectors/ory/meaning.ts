import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://www.ory.com/docs/reference/api';
/** What Ory Network runs. */
const source = 'https://github.com/ory/kratos/blob/master/persistence/sql/identity/persister_identity.go';
const pages = 'https://www.ory.com/docs/guides/api-rest-pagination';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'cursor', page: pages },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Ory.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'No record is looked for before it is written.', page: docs },
    ceilings: { pageSize: 1000, page: docs },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: 'https://www.ory.com/docs/guides/rate-limits',
    },
    errorsInside: { none: 'Errors have a status of their own.', page: docs },
    scopes: {
      none: 'An API key may do all that the administrative APIs of its project do.',
      page: 'https://www.ory.com/docs/concepts/personal-access-token',
    },
  },
  objects: {
    identities: {
      ceilings: { pageSize: 500, page: `${docs}#tag/identity/operation/listIdentities` },
      deletes: {
        seen: 'absence',
        how: 'A deletion is final; an identity that may no longer sign in has the state inactive.',
        page: `${docs}#tag/identity/operation/deleteIdentity`,
      },
      identity: { field: 'external_id', unique: true, ignoresCase: false, page: source },
      lag: { none: 'External ids are read from the database; lists alone may be less consistent.', page: source },
    },
    identity_schemas: { ceilings: { pageSize: 500, page: `${docs}#tag/identity/operation/listIdentitySchemas` } },
  },
};
