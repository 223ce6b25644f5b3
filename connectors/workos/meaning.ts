import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://workos.com/docs/reference';

/** The vendor's own emulator of its API, whose guide says what production does. */
const emulator = 'https://github.com/workos/emulate/blob/main';

const lag = {
  none: 'Nothing is searched: a record is asked for at its own address.',
  page: 'https://github.com/workos/openapi-spec/blob/main/spec/open-api-spec.yaml',
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'No parameter of the lists takes an instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'cursor', page: `${docs}/pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by WorkOS.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'The list is not searched.', page: docs },
    ceilings: { pageSize: 100, page: `${docs}/pagination` },
    login: {
      answers: [
        { status: 401, body: { message: 'Unauthorized' }, kind: 'auth_invalid' },
        { status: 403, body: { message: 'Forbidden' }, kind: 'permission' },
      ],
      page: `${docs}/errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/errors` },
    scopes: { none: 'A key may read and write all of its environment.', page: `${docs}/api-keys` },
  },
  objects: {
    users: {
      lag: { none: 'A user who was created is listed immediately.', page: `${emulator}/README.md` },
      identity: { field: 'email', unique: true, ignoresCase: true, page: `${emulator}/README.md` },
    },
    organizations: {
      lag,
      identity: {
        field: 'external_id',
        unique: true,
        ignoresCase: false,
        page: `${emulator}/src/workos/routes/organizations.ts`,
      },
    },
    organization_memberships: {
      listing: {
        leavesOut: [],
        shownOnRequest: { states: ['inactive', 'pending'], parameter: 'statuses' },
        paging: 'cursor',
        page: `${docs}/authkit/organization-membership/list`,
      },
    },
    permissions: { lag },
    roles: {
      lag,
      listing: { leavesOut: [], paging: 'whole', page: `${docs}/roles/role` },
      ceilings: { none: 'The list comes as a whole.', page: `${docs}/roles/role` },
    },
  },
};
