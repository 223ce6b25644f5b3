import type { Meaning } from '../kit/meaning/meaning.ts';

const api = 'https://developer.pingidentity.com/pingone-api/platform';
const errors = `${api}/reference/error-codes.html`;
const paging = `${api}/reference/paging-ordering-collections.html`;
const filters = `${api}/reference/query-parameter-quick-reference.html`;

const searched = {
  identity: { unknown: 'Names are unique; whether case counts is not told.' },
  filter: { languages: ['scim'], page: filters },
  lag: { unknown: 'No bound is told.' },
} as const;

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
    users: searched,
    groups: searched,
    group_members: { filter: searched.filter },
    populations: searched,
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
