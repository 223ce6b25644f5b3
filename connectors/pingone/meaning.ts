import type { Meaning } from '../kit/meaning/meaning.ts';

const api = 'https://developer.pingidentity.com/pingone-api/platform';
const errors = `${api}/reference/error-codes.html`;
const paging = `${api}/reference/paging-ordering-collections.html`;
const filters = `${api}/reference/query-parameter-quick-reference.html`;

/** Filters compare names without case. */
const comparison = 'https://github.com/pingidentity/terraform-provider-pingone/pull/1127';

const filter = { languages: ['scim'], page: filters } as const;

const searched = (field: string, unique: boolean) =>
  ({
    identity: { field, unique, ignoresCase: true, page: comparison },
    filter,
    lag: { unknown: 'No bound is told.' },
  }) as const;

const oneAnswer = { none: 'The list comes as a whole.', page: filters };
const whole = { ceilings: oneAnswer } as const;

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'No filter takes an instant of change.', page: filters },
    listing: { leavesOut: [], paging: 'cursor', page: paging },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${api}/users/users-1/index.html` },
    identity: { none: 'Ids are given by PingOne.', page: `${api}/` },
    filter: { none: 'The list is read without a filter.', page: filters },
    lag: { none: 'The list is not searched.', page: filters },
    ceilings: { pageSize: 1000, page: paging },
    login: {
      answers: [
        {
          status: 401,
          body: {
            id: '7d4e8a4c',
            code: 'ACCESS_FAILED',
            message: 'The request could not be completed. You do not have access to this resource.',
          },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: {
            id: '7d4e8a4d',
            code: 'ACCESS_FAILED',
            message: 'The request could not be completed. You do not have access to this resource.',
          },
          kind: 'permission',
        },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
    scopes: { none: 'An application has the roles that it was granted.', page: `${api}/roles.html` },
  },
  objects: {
    users: searched('username', true),
    // No page says that names of groups are unique.
    groups: searched('name', false),
    group_members: { filter },
    populations: searched('name', true),
    applications: whole,
    identity_providers: whole,
    sign_on_policies: whole,
    gateways: whole,
    resources: whole,
    roles: whole,
    user_role_assignments: whole,
    user_devices: whole,
  },
};
