import type { Meaning } from '../kit/meaning/meaning.ts';

const admin = 'https://developers.google.com/workspace/admin/directory';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: `${admin}/reference/rest` },
    listing: { leavesOut: [], paging: 'cursor', page: `${admin}/v1/guides/manage-users` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${admin}/reference/rest` },
    identity: { none: 'Ids are given by Google.', page: `${admin}/reference/rest` },
    filter: { none: 'Values are parameters of their own.', page: `${admin}/reference/rest` },
    lag: { unknown: 'Changes may take a while to be everywhere, and no bound is told; a minute is waited.' },
    ceilings: { unknown: 'Each list has its own largest page.' },
    login: {
      answers: [
        {
          status: 401,
          body: { error: { code: 401, message: 'Invalid Credentials', errors: [{ reason: 'authError' }] } },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { error: { code: 403, message: 'Not Authorized', errors: [{ reason: 'forbidden' }] } },
          kind: 'permission',
        },
        {
          status: 403,
          body: { error: { code: 403, message: 'Quota exceeded', errors: [{ reason: 'userRateLimitExceeded' }] } },
          kind: 'rate_limited',
        },
      ],
      page: `${admin}/v1/limits`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${admin}/v1/limits` },
    scopes: { unknown: 'Each list has scopes of its own.' },
  },
  objects: {
    users: {
      listing: { leavesOut: ['deleted'], paging: 'cursor', page: `${admin}/reference/rest/v1/users/list` },
      deletes: {
        seen: 'absence',
        how: 'Deleted users are a list of their own for 20 days.',
        page: `${admin}/v1/guides/manage-users`,
      },
      ceilings: { pageSize: 500, page: `${admin}/reference/rest/v1/users/list` },
    },
    groups: { ceilings: { pageSize: 200, page: `${admin}/reference/rest/v1/groups/list` } },
  },
};
