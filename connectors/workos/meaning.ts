import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://workos.com/docs/reference';

const lag = { unknown: 'No bound is told.' };

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
    users: { lag, identity: { unknown: 'E-mail addresses are unique; whether case counts is not told.' } },
    organizations: { lag, identity: { unknown: 'External ids are unique; whether case counts is not told.' } },
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
