import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://linear.app/developers';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: {
      unknown: 'Which lists can be filtered by updatedAt the schema tells; what does not touch it, nobody does.',
    },
    listing: { leavesOut: ['archived'], paging: 'cursor', page: `${docs}/pagination` },
    deletes: { seen: 'state', how: 'Deleted and archived records have archivedAt.', page: `${docs}/graphql` },
    identity: { none: 'Ids are given by Linear.', page: `${docs}/graphql` },
    filter: { none: 'Filters are variables of the document.', page: `${docs}/filtering` },
    lag: { unknown: 'No bound is told.' },
    ceilings: { pageSize: 250, page: `${docs}/pagination` },
    login: {
      answers: [
        {
          status: 401,
          body: { errors: [{ message: 'Authentication required', extensions: { code: 'AUTHENTICATION_ERROR' } }] },
          kind: 'auth_invalid',
        },
      ],
      page: `${docs}/graphql`,
    },
    errorsInside: {
      answers: [
        {
          status: 400,
          body: { errors: [{ message: 'Rate limit exceeded', extensions: { code: 'RATELIMITED' } }] },
          kind: 'rate_limited',
        },
        {
          status: 200,
          body: { data: null, errors: [{ message: 'Entity not found', extensions: { code: 'INPUT_ERROR' } }] },
          kind: 'not_found',
        },
      ],
      page: `${docs}/rate-limiting`,
    },
    scopes: { read: ['read'], write: ['write'], page: `${docs}/oauth-2-0-authentication` },
  },
  objects: {},
};
